import { act, screen, within } from '@testing-library/react';
import { dashboardTabs } from '../../frame/dashboard-tabs.ts';
import { openPage } from '../../testing/open-page.tsx';

const openDashboard = (address = '/admin/dashboard') => openPage('/admin/dashboard', { address });

const tab = (name: string) => screen.findByRole('tab', { name });

describe('/admin/dashboard', () => {
  it('is the Admin Dashboard with its total of products (AGATE-01, ADASH-01, ADASH-02, ADASH-10, AAPI-02, AGEN-06)', async () => {
    await openDashboard();
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
    expect(await screen.findByText('148')).toBeVisible();
    expect(screen.getByText('Total Products')).toBeVisible();
  });

  it('has six tabs of which Sell Phone Requests is open at first (ADASH-03, ADASH-04)', async () => {
    await openDashboard();
    const list = within(await screen.findByRole('tablist'));
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
    // The code of the tab comes with the click, and React waits for it only in an awaited act.
    await act(() => user.click(offers));
    expect(await screen.findByRole('heading', { level: 2, name: 'Add Special Offer' })).toBeVisible();
    expect(address()).toBe('/admin/dashboard?tab=add-offer');
    for (const { key, label } of dashboardTabs) {
      await go(`/admin/dashboard?tab=${key}&page=2`);
      expect(await tab(label)).toHaveAttribute('aria-selected', 'true');
    }
  });

  it('says that an address names no tab, and shows the first', async () => {
    await openDashboard('/admin/dashboard?tab=nothing');
    expect(await screen.findByText('There is no such tab. Here is the first one.')).toBeVisible();
    expect(await tab('Sell Phone Requests')).toHaveAttribute('aria-selected', 'true');
  });
});
