import {
  type Answers,
  anOrder,
  aUser,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
} from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDevice } from '../testing/devices.ts';
import { click } from '../testing/list-page.ts';
import { admin, aRate, openPage, silenceFailures } from '../testing/open-page.tsx';
import { anAdminProduct, listAnswer } from '../testing/products.ts';
import { aPhoneOrder, aReturn, aSellRequest, sellRequestsAnswer } from '../testing/requests.ts';

silenceFailures();

const addresses = (search: string) => ({
  orders: `/api/checkout-orders/admin/orders?page=1&limit=20&search=${search}`,
  devices: `/api/admin/devices?page=1&limit=20&search=${search}`,
  sell: `/api/sell-phone/requests?page=1&limit=20&search=${search}`,
  repairs: `/api/bookings?page=1&limit=20&search=${search}`,
  returns: `/api/returns?page=1&limit=20&search=${search}`,
  products: `/api/admin/products?search=${search}&page=1&limit=6`,
});
const pagination = { currentPage: 1, totalPages: 1, totalOrders: 1, hasPrev: false, hasNext: false };
const ordersAnswer = (...orders: object[]) => ({ success: true, orders, pagination });
const pageOf = (name: string, rows: object[]) => ({ success: true, data: { [name]: rows, pagination } });

/** The given answers, and empty ones for all other lists. */
const answersTo = (
  search: string,
  answers: Partial<Record<keyof ReturnType<typeof addresses>, Answers[string]>> = {},
) => {
  const at = addresses(search);
  return {
    [at.orders]: answers.orders ?? ordersAnswer(),
    [at.devices]: answers.devices ?? pageOf('devices', []),
    [at.sell]: answers.sell ?? sellRequestsAnswer([]),
    [at.repairs]: answers.repairs ?? pageOf('bookings', []),
    [at.returns]: answers.returns ?? pageOf('returns', []),
    [at.products]: answers.products ?? listAnswer([]),
  };
};

const customer = '66000000000000000000c0de';
const order = anOrder({
  userId: customer,
  orderNumber: 'KM-7H2K-94QX',
  customerDetails: { ...anOrder().customerDetails, name: 'Aarati Gurung', email: 'aarati@example.com' },
});

const open = async (answers: Answers, staffRoles?: string[]) => {
  const page = await openPage('/admin/rates', {
    answers: { '/api/admin/rates': { success: true, data: [aRate()] }, ...answers },
    user: staffRoles ? aUser({ role: 'admin', staffRoles }) : admin,
  });
  await act(() => page.user.keyboard('/'));
  return page;
};
const field = () => screen.findByRole('combobox', { name: 'Search for anything' }, longTimeout);
/** Pasted, because typing can take longer than the pause that starts a search. */
const type = async (text: string) => {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
};
const enter = async () => {
  const input = await field();
  act(() => void fireEvent.keyDown(input, { key: 'Enter' }));
};
const longTimeout = { timeout: 20_000 };
/** The results, once the outcome is announced. */
const results = async (outcome: string) => {
  await screen.findByText(outcome, undefined, longTimeout);
  return within(screen.getByRole('listbox', { name: 'Results', hidden: true }));
};

describe('the search of the back office', () => {
  it.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
    'opens by %s and closes by Escape',
    async (keys) => {
      const { user } = await openPage('/admin/rates', {
        answers: { '/api/admin/rates': { success: true, data: [aRate()] } },
      });
      await act(() => user.keyboard(keys));
      expect(await field()).toHaveFocus();
      expect(await field()).toHaveValue('');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    },
  );

  it('opens by its button, which names the keys', async () => {
    const { user } = await openPage('/admin/rates', {
      answers: { '/api/admin/rates': { success: true, data: [aRate()] } },
    });
    const button = screen.getByRole('button', { name: 'Search' });
    expect(button).toHaveAttribute('aria-keyshortcuts', '/ Control+K Meta+K');
    await click(user, button);
    expect(await field()).toHaveFocus();
  });

  it('ignores its shortcuts while the user types in a field or a dialog is open', async () => {
    const { user } = await openPage('/admin/returns', {
      answers: {
        '/api/returns?page=1&limit=20': pageOf('returns', []),
        '/api/admin/requests/new?kind=return&status=all': { success: true, data: { count: 0, since: '' } },
      },
    });
    const box = await screen.findByRole('searchbox', { name: 'Search returns' });
    box.focus();
    await user.keyboard('{Control>}k{/Control}');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await user.keyboard('/');
    expect(screen.queryByRole('combobox', { name: 'Search for anything' })).toBeNull();
  });

  it('finds records of all services by kind, and links each to its page', async () => {
    const page = await open({
      ...answersTo('aarati', {
        orders: ordersAnswer(order, anOrder({ _id: '66000000000000000000a0d9', userId: 'deleted' })),
        devices: pageOf('devices', [aDevice()]),
        sell: sellRequestsAnswer([aSellRequest()]),
        returns: pageOf('returns', [aReturn()]),
        products: listAnswer([anAdminProduct(1)]),
      }),
      '/api/admin/phone-orders': {
        success: true,
        data: [aPhoneOrder({ name: 'Aarati Gurung' }), aPhoneOrder({ name: 'X', email: 'x@example.com' })],
      },
    });
    await type('aarati');
    const shownGroups = [
      'Orders',
      'Devices',
      'Sell requests',
      'Phone orders',
      'Returns',
      'Customers',
      'Products',
    ];
    const found = await results('8 found');
    expect(found.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual(shownGroups);
    expect(within(found.getByRole('group', { name: 'Phone orders' })).getAllByRole('option')).toHaveLength(1);
    expect(within(found.getByRole('group', { name: 'Customers' })).getAllByRole('option')).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
    await click(page.user, within(found.getByRole('group', { name: 'Customers' })).getByRole('option'));
    expect(page.address()).toBe(`/admin/credit/${customer}`);
  });

  it('is controlled by arrow keys and Enter', async () => {
    const page = await open(
      answersTo('km', { orders: ordersAnswer(order), products: listAnswer([anAdminProduct(1)]) }),
    );
    await type('km');
    const found = await results('2 found');
    const isActive = async (name: RegExp) => {
      const option = found.getByRole('option', { name });
      expect(option).toHaveAttribute('aria-selected', 'true');
      expect(await field()).toHaveAttribute('aria-activedescendant', option.id);
    };
    await isActive(/KM-7H2K-94QX/);
    await page.user.keyboard('{ArrowDown}');
    await isActive(/Phone 1/);
    await page.user.keyboard('{ArrowDown}');
    await isActive(/KM-7H2K-94QX/);
    await page.user.keyboard('{ArrowUp}{ArrowUp}');
    await act(() => page.user.keyboard('{Enter}'));
    expect(page.address()).toBe(`/admin/dashboard?tab=checkout-orders&record=${order._id}`);
  });

  it('opens the only result of a scanned number, although Enter arrives before it', async () => {
    const device = aDevice();
    const page = await open(answersTo('356938035643809', { devices: pageOf('devices', [device]) }));
    await type('356938035643809');
    await enter();
    await waitFor(() => expect(page.address()).toBe(`/admin/devices?record=${device.id}`), longTimeout);
  });

  it('opens the device of a scanned label without a request', async () => {
    const page = await open({});
    await type('https://kinmel.example/admin/devices/0000000000000000000000d1');
    await enter();
    await waitFor(() => expect(page.address()).toBe('/admin/devices?record=0000000000000000000000d1'));
  });

  it('waits for a pause in typing, and does not search for one letter', async () => {
    const page = await open(answersTo('pix'));
    await type('p');
    await enter();
    const input = await field();
    for (const value of ['pi', 'pix']) fireEvent.change(input, { target: { value } });
    expect(await screen.findByText('Nothing was found for “pix”.', undefined, longTimeout)).toBeVisible();
    expect(page.network.requests.filter((request) => request.includes('search='))).toHaveLength(6);
  });

  it('shows that it is searching, and shows the first groups without an active option', async () => {
    const slowOrders = holdReply(json(ordersAnswer(order)));
    await open(answersTo('phone', { orders: slowOrders.reply, products: listAnswer([anAdminProduct(1)]) }));
    await type('phone');
    expect(await screen.findByText('Phone 1', undefined, longTimeout)).toBeVisible();
    expect(screen.getByText('Searching…')).toBeVisible();
    expect(await field()).not.toHaveAttribute('aria-activedescendant');
    await act(async () => slowOrders.release());
    expect((await results('2 found')).getByRole('group', { name: 'Orders' })).toBeVisible();
  });

  it('shows the other groups and Retry when a service is down', async () => {
    let isUp = false;
    const page = await open(
      answersTo('phone', {
        orders: (request: Request) =>
          isUp ? Response.json(ordersAnswer(order)) : problem(503, 'service-unavailable', 'Away')(request),
        devices: down,
        products: listAnswer([anAdminProduct(1)]),
      }),
      ['owner'],
    );
    await type('phone');
    expect((await results('1 found')).getByRole('group', { name: 'Products' })).toBeVisible();
    const problemText = 'Orders, Devices, Customers could not be searched.';
    expect(await screen.findByText(problemText, undefined, longTimeout)).toBeVisible();
    isUp = true;
    await click(page.user, screen.getByRole('button', { name: 'Retry: search' }));
    expect((await results('2 found')).getByRole('group', { name: 'Orders' })).toBeVisible();
    expect(await screen.findByText('Devices could not be searched.')).toBeVisible();
  });

  it('requests only what the user may see, and opens a product that the user may not change in the list', async () => {
    const { products } = addresses('phone');
    const page = await open({ [products]: listAnswer([anAdminProduct(1)]) }, ['releases']);
    // The user may not see the page of rates, but its frame has the search.
    await type('phone');
    await results('1 found');
    expect(page.network.requests.filter((request) => request.includes('search='))).toEqual([
      `GET ${products}`,
    ]);
    await act(() => page.user.keyboard('{Enter}'));
    expect(page.address()).toBe('/products?search=Phone+1');
  });

  it('shows at most five records of a kind', async () => {
    await open(
      answersTo('phone', {
        products: listAnswer([1, 2, 3, 4, 5, 6].map((number) => anAdminProduct(number))),
      }),
    );
    await type('phone');
    const found = await results('5 found');
    expect(found.getByRole('group', { name: 'Products (first 5)' })).toBeVisible();
    expect(found.getAllByRole('option')).toHaveLength(5);
  });
});
