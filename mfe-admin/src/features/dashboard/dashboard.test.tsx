import { json, problem, type RenderPageOptions } from '@kinmel/testing/page';
import { widestWindowPx } from '@kinmel/ui/widths';
import { act, screen, within } from '@testing-library/react';
import { ContentTitle } from '../../frame/content-title.tsx';
import { type DashboardTab, dashboardTabs } from '../../frame/dashboard-tabs.ts';
import { admin, renderAdminPage } from '../../testing/open-page.tsx';
import Dashboard from './dashboard.tsx';

/** Each tab shows its key and requests nothing. */
const content = (key: DashboardTab) =>
  Object.assign(() => <ContentTitle>{`The tab ${key}`}</ContentTitle>, { preload: async () => {} });
const contents = {
  'sell-requests': content('sell-requests'),
  'booking-orders': content('booking-orders'),
  'checkout-orders': content('checkout-orders'),
  'add-product': content('add-product'),
  'add-offer': content('add-offer'),
  'manage-products': content('manage-products'),
};

const charts = Object.assign(() => <p>The charts</p>, { preload: async () => {} });

const openDashboard = (address = '/admin/dashboard', options: RenderPageOptions = {}) =>
  renderAdminPage(<Dashboard contents={contents} charts={charts} />, { address, ...options });

const tab = (name: string) => screen.findByRole('tab', { name });

describe('/admin/dashboard', () => {
  it('shows the number of products and six tabs, the first of which is open (AGATE-01, ADASH-01 to ADASH-04, ADASH-10, AAPI-02, AGEN-06)', async () => {
    await openDashboard();
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
    expect(await screen.findByText('148')).toBeVisible();
    expect(screen.getByText('Total Products')).toBeVisible();
    const list = within(await screen.findByRole('tablist', { name: 'Dashboard' }));
    expect(list.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Sell Phone Requests',
      'Booking Orders',
      'Checkout Orders',
      'Add Product',
      'Add Offer',
      'Manage Products',
    ]);
    expect(await tab('Sell Phone Requests')).toHaveAttribute('aria-selected', 'true');
  });

  it('keeps the open tab in the address (ADASH-03)', async () => {
    const { user, address, go } = await openDashboard();
    const offers = await tab('Add Offer');
    // The tab's code is loaded on click; React waits for it only in an awaited act.
    await act(() => user.click(offers));
    expect(await screen.findByRole('heading', { level: 2, name: 'The tab add-offer' })).toBeVisible();
    expect(address()).toBe('/admin/dashboard?tab=add-offer');
    for (const { key, label } of dashboardTabs) {
      await go(`/admin/dashboard?tab=${key}&page=2`);
      expect(await tab(label)).toHaveAttribute('aria-selected', 'true');
      expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(`The tab ${key}`);
    }
  });

  it('shows a failed total in a dismissible banner with Retry (ADASH-05, ADASH-06, AERR-16, AERR-23)', async () => {
    const { user, network } = await openDashboard('/admin/dashboard', {
      answers: { 'GET /api/admin/dashboard-stats': problem(500, 'internal-error', 'Something went wrong') },
    });
    const banner = await screen.findByText(/^Error: Failed to fetch dashboard stats/);
    expect(await screen.findByRole('heading', { level: 2, name: 'The tab sell-requests' })).toBeVisible();
    const before = network.requests.length;
    const alert = banner.closest<HTMLElement>('[role="alert"]') ?? document.body;
    await act(() => user.click(within(alert).getByRole('button', { name: 'Retry' })));
    expect(network.requests.slice(before)).toEqual(['GET /api/admin/dashboard-stats']);
    await user.click(await screen.findByRole('button', { name: 'Close message' }));
    expect(screen.queryByText(/^Error:/)).toBeNull();
  });

  const userFacts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  const refusedWith = (status: number) => ({
    answers: {
      'GET /api/admin/dashboard-stats': problem(status, 'not-allowed', 'No'),
      'POST /api/auth/refresh': json({ success: true, token: 'next', refreshToken: 'r', user: admin }),
      'POST /api/auth/logout': json({ success: true }),
    },
  });

  it('denies access after a 403 and leads to the login (ADASH-07, ADASH-08, CONF-25)', async () => {
    const { user, address } = await openDashboard('/admin/dashboard', refusedWith(403));
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(userFacts()).toEqual(['Yes', 'admin', 'bikash@kinmel.example']);
    await user.click(screen.getByRole('button', { name: 'Go to Login' }));
    expect(address()).toBe('/login');
  });

  it('logs out after a 401 with a fresh token (ADASH-07, ADASH-08, CONF-25)', async () => {
    const { network } = await openDashboard('/admin/dashboard', refusedWith(401));
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(network.count('POST /api/auth/refresh')).toBe(1);
    expect(network.count('GET /api/admin/dashboard-stats')).toBe(2);
    expect(localStorage.getItem('token')).toBeNull();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(userFacts()).toEqual(['No', 'none', 'none']);
  });

  it('requests nothing without a token (ADASH-09)', async () => {
    const { network } = await openDashboard('/admin/dashboard', { user: undefined });
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(network.requests).toEqual([]);
  });

  it('logs out after a confirmation (NAV-27)', async () => {
    const { user, address } = await openDashboard('/admin/dashboard', {
      answers: { 'POST /api/auth/logout': json({ success: true }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Logout' }));
    expect(address()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each([320, widestWindowPx.phone, widestWindowPx.phone + 1, 1000, 1119])(
    'has its pages and Logout in the menu of a window of %d px',
    async (width) => {
      const { user, address } = await openDashboard('/admin/dashboard', {
        answers: { 'POST /api/auth/logout': json({ success: true }) },
      });
      jest.spyOn(window, 'matchMedia').mockImplementation(
        (query) =>
          ({
            matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0),
            addEventListener: () => {},
            removeEventListener: () => {},
          }) as unknown as MediaQueryList,
      );
      await user.click(await screen.findByRole('button', { name: 'Menu' }));
      const menu = within(screen.getByRole('dialog', { name: 'Back office' }));
      expect(menu.getByRole('link', { name: 'Payouts' })).toBeVisible();
      await user.click(menu.getByRole('button', { name: 'Logout' }));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Logout' }));
      expect(address()).toBe('/login');
    },
  );

  it('opens the charts by the address and keeps them between tabs', async () => {
    const { user, address } = await openDashboard();
    const place = within(await screen.findByRole('region', { name: 'Charts' }));
    expect(place.queryByText('The charts')).toBeNull();
    await act(() => user.click(place.getByRole('button', { name: 'Show charts', expanded: false })));
    expect(await place.findByText('The charts')).toBeVisible();
    expect(address()).toBe('/admin/dashboard?charts=30');
    const offers = await tab('Add Offer');
    await act(() => user.click(offers));
    expect(address()).toBe('/admin/dashboard?tab=add-offer&charts=30');
    await act(() => user.click(place.getByRole('button', { name: 'Hide charts', expanded: true })));
    expect(place.queryByText('The charts')).toBeNull();
    expect(address()).toBe('/admin/dashboard?tab=add-offer');
  });

  it('reports an unknown tab and shows the first', async () => {
    await openDashboard('/admin/dashboard?tab=nothing');
    expect(await screen.findByText('There is no such tab. Here is the first one.')).toBeVisible();
    expect(await tab('Sell Phone Requests')).toHaveAttribute('aria-selected', 'true');
  });
});
