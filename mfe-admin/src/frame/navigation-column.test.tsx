import { type Answers, aUser, axeViolations, problem } from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { pages } from '../routes.tsx';
import { aRate, renderAdminPage, silenceFailures } from '../testing/open-page.tsx';
import { workAgeAddress, workCounts } from '../testing/work.ts';
import { countsAgeS } from './use-work-counts.ts';

silenceFailures();

const shownPages = ['/admin/rates', '/admin/staff', '/admin/releases/:part', '/admin/dashboard'];

const open = (answers: Answers = {}, staffRoles: readonly string[] = ['owner'], address = '/admin/rates') =>
  renderAdminPage(
    <Routes>
      {shownPages.map((path) => {
        const Page = pages[path] ?? (() => null);
        return <Route key={path} path={path} element={<Page />} />;
      })}
    </Routes>,
    {
      address,
      user: aUser({ role: 'admin', staffRoles: [...staffRoles] }),
      answers: {
        '/api/admin/rates': { success: true, data: [aRate()] },
        '/api/admin/staff': { success: true, data: [] },
        ...answers,
      },
    },
  );

const navigation = () => within(screen.getByRole('navigation', { name: 'Back office' }));
const links = () =>
  navigation()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const groups = () =>
  navigation()
    .getAllByRole('list')
    .map((list) => [
      screen.getByText((_, element) => element?.id === list.getAttribute('aria-labelledby')).textContent,
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ]);
const currentLinks = () => navigation().queryAllByRole('link', { current: 'page' });

const sixOpenRecords = {
  ...workCounts({
    order: { order: [1, 2, 0, 0, 0], payout: [0, 0, 0, 0, 1] },
    'service-request': { 'sell-request': [1, 0, 0, 0, 0], return: [0, 0, 0, 0, 0] },
    device: { device: [0, 1, 0, 0, 0] },
  }),
};

describe('the navigation of the back office', () => {
  it('has all pages for an owner, grouped by task', async () => {
    await open();
    expect(groups()).toEqual([
      ['Today', ['Work queue']],
      ['Sell and buy back', ['Sell Phone Requests', 'Booking Orders', 'Devices']],
      ['Orders and returns', ['Checkout Orders', 'Returns']],
      ['Repairs', ['Repair bookings']],
      ['Catalogue', ['Manage Products', 'Add Product', 'Add Offer']],
      ['Money', ['Payouts', 'Exchange rates']],
      ['Shop', ['Events', 'Who did what', 'Releases', 'Staff']],
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('has only the pages that the user may see, and no empty group', async () => {
    await open({}, ['releases'], '/admin/staff');
    expect(groups()).toEqual([
      ['Catalogue', ['Manage Products']],
      ['Shop', ['Events', 'Releases']],
    ]);
  });

  it.each([
    ['/admin/rates', 'Exchange rates'],
    ['/admin/dashboard', 'Sell Phone Requests'],
    ['/admin/dashboard?tab=booking-orders', 'Booking Orders'],
  ])('marks the link of %s as current', async (address, name) => {
    await open({}, ['owner'], address);
    expect(currentLinks().map(({ textContent }) => textContent)).toEqual([name]);
  });

  it('leads to the tabs of the dashboard by their addresses (ADASH-03)', async () => {
    const { user, address } = await open({}, ['owner']);
    const link = navigation().getByRole('link', { name: 'Booking Orders' });
    await act(() => user.click(link));
    expect(address()).toBe('/admin/dashboard?tab=booking-orders');
    expect(await screen.findByRole('tab', { name: 'Booking Orders', selected: true })).toBeVisible();
  });

  it('counts the open work beside its links, and in their names', async () => {
    await open(sixOpenRecords);
    expect(await navigation().findByRole('link', { name: 'Checkout Orders (3 open)' })).toBeVisible();
    for (const name of ['Work queue (6 open)', 'Payouts (1 open)', 'Sell Phone Requests (1 open)', 'Returns'])
      expect(navigation().getByRole('link', { name })).toBeVisible();
  });

  it('shows no count of a service that is down, no total, and no alert', async () => {
    await open({ ...sixOpenRecords, [workAgeAddress('order')]: problem(503, 'service-unavailable', 'Away') });
    expect(await navigation().findByRole('link', { name: 'Devices (1 open)' })).toBeVisible();
    expect(links()).toEqual(expect.arrayContaining(['Work queue', 'Checkout Orders', 'Payouts']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requests no counts without the right to see them', async () => {
    const { network } = await open(sixOpenRecords, ['catalogue']);
    expect(links()).toContain('Devices');
    expect(network.requests.filter((request) => request.includes('/work/age'))).toEqual([]);
  });

  it('requests counts once a minute, however many pages are opened, and not in a hidden tab', async () => {
    jest.useFakeTimers();
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    try {
      const { network, go } = await open(sixOpenRecords);
      await pass(100);
      for (const page of ['/admin/staff', '/admin/rates']) await go(page);
      await pass(100);
      expect(navigation().getByRole('link', { name: 'Checkout Orders (3 open)' })).toBeVisible();
      expect(network.count(workAgeAddress('order'))).toBe(1);
      await pass(countsAgeS * 1000);
      expect(network.count(workAgeAddress('order'))).toBe(2);
      visibility.mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
      await pass(5 * countsAgeS * 1000);
      expect(network.count(workAgeAddress('order'))).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('collapses to icons that keep their names, and stays so on the next page', async () => {
    const { user, go } = await open(sixOpenRecords);
    await user.click(screen.getByRole('button', { name: 'Collapse the navigation' }));
    await go('/admin/staff');
    expect(screen.getByRole('button', { name: 'Expand the navigation' })).toBeVisible();
    expect(navigation().getByRole('link', { name: 'Exchange rates' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Expand the navigation' }));
    expect(screen.getByRole('button', { name: 'Collapse the navigation' })).toBeVisible();
  });

  it('is in the menu of narrow windows, which a link closes', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(screen.getByRole('dialog', { name: 'Back office' }));
    await act(async () => user.click(menu.getByRole('link', { name: 'Exchange rates' })));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Back office' })).toBeNull());
  });
});
