import type { StaffRight } from '@kinmel/contracts/browser';
import { type LazyPage, lazyPage, type RemoteModule } from '@kinmel/web-kit';
import { Navigate, useParams } from 'react-router-dom';
import { AdminPage } from './frame/admin-frame.tsx';
import type { DashboardTab } from './frame/dashboard-tabs.ts';
import { recordAddress } from './lists/records/record-kinds.rules.ts';

const Dashboard = lazyPage<{ contents: Readonly<Record<DashboardTab, LazyPage>>; charts: LazyPage }>(
  () => import(/* webpackChunkName: "dashboard" */ './features/dashboard/dashboard.tsx'),
);
const charts = lazyPage(() => import(/* webpackChunkName: "charts" */ './features/charts/charts.tsx'));
const credit = lazyPage(() => import(/* webpackChunkName: "credit" */ './features/credit/credit.tsx'));
const devices = lazyPage(() => import(/* webpackChunkName: "devices" */ './features/devices/devices.tsx'));
const editProduct = lazyPage(
  () => import(/* webpackChunkName: "edit-product" */ './features/edit-product/edit-product.tsx'),
);
const audit = lazyPage(() => import(/* webpackChunkName: "audit" */ './features/audit/audit.tsx'));
const events = lazyPage(() => import(/* webpackChunkName: "events" */ './features/events/events.tsx'));
const releases = lazyPage(
  () => import(/* webpackChunkName: "releases" */ './features/releases/releases.tsx'),
);
const release = lazyPage(() => import(/* webpackChunkName: "release" */ './features/releases/release.tsx'));
const repairBookings = lazyPage(
  () => import(/* webpackChunkName: "repair-bookings" */ './features/repair-bookings/repair-bookings.tsx'),
);
const returns = lazyPage(() => import(/* webpackChunkName: "returns" */ './features/returns/returns.tsx'));
const payouts = lazyPage(() => import(/* webpackChunkName: "payouts" */ './features/payouts/payouts.tsx'));
const rates = lazyPage(() => import(/* webpackChunkName: "rates" */ './features/rates/rates.tsx'));
const staff = lazyPage(() => import(/* webpackChunkName: "staff" */ './features/staff/staff.tsx'));
const work = lazyPage(() => import(/* webpackChunkName: "work" */ './features/work/work.tsx'));

/** One chunk per tab, loaded when the tab is opened. */
const contents: Readonly<Record<DashboardTab, LazyPage>> = {
  'sell-requests': lazyPage(
    () => import(/* webpackChunkName: "sell-requests" */ './features/sell-requests/sell-requests.tsx'),
  ),
  'booking-orders': lazyPage(
    () => import(/* webpackChunkName: "booking-orders" */ './features/booking-orders/booking-orders.tsx'),
  ),
  'checkout-orders': lazyPage(
    () => import(/* webpackChunkName: "checkout-orders" */ './features/checkout-orders/checkout-orders.tsx'),
  ),
  'add-product': lazyPage(
    () => import(/* webpackChunkName: "add-product" */ './features/add-product/add-product.tsx'),
  ),
  'add-offer': lazyPage(
    () => import(/* webpackChunkName: "add-offer" */ './features/add-offer/add-offer.tsx'),
  ),
  'manage-products': lazyPage(
    () => import(/* webpackChunkName: "manage-products" */ './features/manage-products/manage-products.tsx'),
  ),
};

function withFrame(Content: LazyPage, right: StaffRight, tab?: DashboardTab): LazyPage {
  const Page = () => (
    <AdminPage right={right} tab={tab}>
      <Content />
    </AdminPage>
  );
  return Object.assign(Page, { preload: Content.preload });
}

const DashboardPage = Object.assign(() => <Dashboard contents={contents} charts={charts} />, {
  preload: Dashboard.preload,
});

/** The address on the label of a device. */
const DeviceLink = Object.assign(
  () => <Navigate to={recordAddress({ kind: 'device', id: useParams()['id'] ?? '' })} replace />,
  { preload: devices.preload },
);

/** Pages by address, as declared in `remote.json`. */
export const pages: RemoteModule['pages'] = {
  '/admin/dashboard': DashboardPage,
  '/admin/add-product': withFrame(contents['add-product'], 'products.change', 'add-product'),
  '/admin/add-offer': withFrame(contents['add-offer'], 'offers.change', 'add-offer'),
  '/admin/repair-bookings': withFrame(repairBookings, 'requests.see'),
  '/admin/returns': withFrame(returns, 'returns.see'),
  '/admin/work': withFrame(work, 'work.see'),
  '/admin/audit': withFrame(audit, 'audit.see'),
  '/admin/events': withFrame(events, 'messages.see'),
  '/products': withFrame(contents['manage-products'], 'products.see', 'manage-products'),
  '/edit-product/:id': withFrame(editProduct, 'products.change', 'manage-products'),
  '/admin/releases': withFrame(releases, 'releases.see'),
  '/admin/releases/:part': withFrame(release, 'releases.see'),
  '/admin/devices': withFrame(devices, 'devices.see'),
  '/admin/devices/:id': DeviceLink,
  '/admin/payouts': withFrame(payouts, 'payouts.see'),
  '/admin/rates': withFrame(rates, 'rates.see'),
  '/admin/staff': withFrame(staff, 'staff.see'),
  '/admin/credit/:customer': withFrame(credit, 'credit.see'),
};
