import type { StaffRight, WorkKind } from '@kinmel/contracts';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Banknote from 'lucide-react/icons/banknote';
import History from 'lucide-react/icons/history';
import ListTodo from 'lucide-react/icons/list-todo';
import Rocket from 'lucide-react/icons/rocket';
import ScanSearch from 'lucide-react/icons/scan-search';
import Undo2 from 'lucide-react/icons/undo-2';
import UsersRound from 'lucide-react/icons/users-round';
import Waypoints from 'lucide-react/icons/waypoints';
import Wrench from 'lucide-react/icons/wrench';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { type DashboardTab, dashboardTabs, tabAddress } from './dashboard-tabs.ts';
import { useRights } from './use-rights.ts';

type Icon = ComponentType<{ size: number }>;

interface NavigationLink {
  readonly to: string;
  readonly label: string;
  readonly Icon: Icon;
  readonly right: StaffRight;
  /** The kind of open work that is counted beside the link. */
  readonly countedKind: WorkKind | 'all' | undefined;
  /** The tab of the dashboard that the link opens. */
  readonly tab?: DashboardTab;
}

const link = (
  to: `/admin/${string}`,
  label: string,
  right: StaffRight,
  Icon: Icon,
  countedKind?: NavigationLink['countedKind'],
): NavigationLink => ({ to, label, right, Icon, countedKind });

/** A link with the label, right and icon of a tab. */
const tabLink = (tab: DashboardTab, countedKind?: WorkKind): readonly NavigationLink[] =>
  dashboardTabs.flatMap(({ key, ...tabFields }) =>
    key === tab ? { ...tabFields, to: tabAddress(key), tab: key, countedKind } : [],
  );

/** All links of the back office, grouped by task. A generated page is added to the last group. */
const groups: readonly { readonly heading: string; readonly links: readonly NavigationLink[] }[] = [
  { heading: 'Today', links: [link('/admin/work', 'Work queue', 'work.see', ListTodo, 'all')] },
  {
    heading: 'Sell and buy back',
    links: [
      ...tabLink('sell-requests', 'sell-request'),
      ...tabLink('booking-orders', 'phone-order'),
      link('/admin/devices', 'Devices', 'devices.see', ScanSearch, 'device'),
    ],
  },
  {
    heading: 'Orders and returns',
    links: [
      ...tabLink('checkout-orders', 'order'),
      link('/admin/returns', 'Returns', 'returns.see', Undo2, 'return'),
    ],
  },
  {
    heading: 'Repairs',
    links: [link('/admin/repair-bookings', 'Repair bookings', 'requests.see', Wrench, 'repair-booking')],
  },
  {
    heading: 'Catalogue',
    links: [...tabLink('manage-products'), ...tabLink('add-product'), ...tabLink('add-offer')],
  },
  {
    heading: 'Money',
    links: [
      link('/admin/payouts', 'Payouts', 'payouts.see', Banknote, 'payout'),
      link('/admin/rates', 'Exchange rates', 'rates.see', ArrowLeftRight),
    ],
  },
  {
    heading: 'Shop',
    links: [
      link('/admin/events', 'Events', 'messages.see', Waypoints),
      link('/admin/audit', 'Who did what', 'audit.see', History),
      link('/admin/releases', 'Releases', 'releases.see', Rocket),
      link('/admin/staff', 'Staff', 'staff.see', UsersRound),
    ],
  },
];

/**
 * The groups with the links that the signed-in user may use.
 * @param tab of the dashboard, or the one with the same content as the page
 */
export function useNavigation(tab: DashboardTab | undefined) {
  const may = useRights();
  const { pathname } = useLocation();
  const isCurrent = (candidate: NavigationLink) =>
    candidate.tab === undefined
      ? pathname === candidate.to || pathname.startsWith(`${candidate.to}/`)
      : candidate.tab === tab;
  return groups
    .map(({ heading, links }) => ({
      heading,
      links: links.filter(({ right }) => may(right)).map((one) => ({ ...one, isCurrent: isCurrent(one) })),
    }))
    .filter(({ links }) => links.length > 0);
}
