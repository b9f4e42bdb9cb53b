import BadgePercent from 'lucide-react/icons/badge-percent';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import PackagePlus from 'lucide-react/icons/package-plus';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Smartphone from 'lucide-react/icons/smartphone';

/** The tabs of the dashboard; the first is the default. */
export const dashboardTabs = [
  { key: 'sell-requests', label: 'Sell Phone Requests', Icon: Smartphone },
  { key: 'booking-orders', label: 'Booking Orders', Icon: CalendarCheck },
  { key: 'checkout-orders', label: 'Checkout Orders', Icon: ShoppingBag },
  { key: 'add-product', label: 'Add Product', Icon: PackagePlus },
  { key: 'add-offer', label: 'Add Offer', Icon: BadgePercent },
  { key: 'manage-products', label: 'Manage Products', Icon: LayoutGrid },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['key'];

export const tabAddress = (tab: DashboardTab) => `/admin/dashboard?tab=${tab}`;

/** Undefined for an unknown tab. */
export function tabOf(search: URLSearchParams): DashboardTab | undefined {
  const tabParameter = search.get('tab') ?? dashboardTabs[0].key;
  return dashboardTabs.find(({ key }) => key === tabParameter)?.key;
}
