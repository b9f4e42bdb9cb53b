import BadgePercent from 'lucide-react/icons/badge-percent';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import PackagePlus from 'lucide-react/icons/package-plus';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRights } from './use-rights.ts';

/** The tabs of the dashboard; the first that the user may see is the default. */
export const dashboardTabs = [
  { key: 'sell-requests', label: 'Sell Phone Requests', Icon: Smartphone, right: 'requests.see' },
  { key: 'booking-orders', label: 'Booking Orders', Icon: CalendarCheck, right: 'requests.see' },
  { key: 'checkout-orders', label: 'Checkout Orders', Icon: ShoppingBag, right: 'orders.see' },
  { key: 'add-product', label: 'Add Product', Icon: PackagePlus, right: 'products.change' },
  { key: 'add-offer', label: 'Add Offer', Icon: BadgePercent, right: 'offers.change' },
  { key: 'manage-products', label: 'Manage Products', Icon: LayoutGrid, right: 'products.see' },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['key'];

export const tabAddress = (tab: DashboardTab) => `/admin/dashboard?tab=${tab}`;

/** The tabs that the signed-in user may see. */
export function useDashboardTabs() {
  const may = useRights();
  return dashboardTabs.filter(({ right }) => may(right));
}

/** The tab in the address, or the first one; undefined for an unknown tab, or one that the user may not see. */
export function tabOf(
  search: URLSearchParams,
  tabs: readonly { readonly key: DashboardTab }[] = dashboardTabs,
) {
  const tabParameter = search.get('tab') ?? tabs[0]?.key;
  return tabs.find(({ key }) => key === tabParameter)?.key;
}
