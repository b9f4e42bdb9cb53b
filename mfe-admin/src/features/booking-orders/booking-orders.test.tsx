import type { PhoneOrderAnswer } from '@kinmel/contracts';
import {
  type Answers,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
  type RenderedPage,
  recordBodies,
} from '@kinmel/testing/page';
import { act, screen, waitFor } from '@testing-library/react';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import { click, dialog, headersOf, optionsOf, rowWith, tableOf } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { aPhoneOrder, newCountAddress, newCountAnswer, requestId } from '../../testing/requests.ts';
import { isFound } from './booking-orders.rules.ts';

const list = '/api/admin/phone-orders';
const order = aPhoneOrder();
const address = `${list}/${order.id}`;

const statusNames = ['Pending', 'Confirmed', 'Processing', 'Shipped', 'Delivered', 'Cancelled'];
silenceFailures();

const answerOf = (orders: readonly PhoneOrderAnswer[]) => ({ success: true, data: orders });
const open = (answers: Answers = {}, query = '') =>
  openPage('/admin/dashboard', {
    address: `/admin/dashboard?tab=booking-orders${query}`,
    answers: {
      [list]: answerOf([order]),
      [newCountAddress('phone-order', order.createdAt)]: newCountAnswer(0),
      [newCountAddress('phone-order')]: newCountAnswer(0),
      ...answers,
    },
  });

const table = () => tableOf('Phone orders');
const rowOf = (name = order.name) => rowWith('Phone orders', name);
const figures = () =>
  [...document.querySelectorAll('dl[aria-label="Phone orders"] > div')].map(({ textContent }) => textContent);

const orders = [
  order,
  aPhoneOrder({ id: requestId(2), name: 'Nima Sherpa', status: 'confirmed', totalPrice: 1000.5 }),
  aPhoneOrder({ id: requestId(3), name: 'Sita Rai', status: 'shipped', totalPrice: null, model: 'Pixel 9' }),
  aPhoneOrder({ id: requestId(4), name: 'Maya Thapa', status: 'cancelled', totalPrice: 500 }),
];

describe('the tab Booking Orders', () => {
  it('is "Phone Orders Management", with nine columns for each order (AGEN-02, ABOOK-01, ABOOK-10 to ABOOK-12, ABOOK-23, CONST-08, AENT-08, AAPI-12, AAPI-13)', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Phone Orders Management' })).toBeVisible();
    expect(await headersOf('Phone orders')).toEqual([
      'Order ID',
      'Customer',
      'Phone model',
      'Quantity',
      'Total price',
      'Status',
      'Priority',
      'Date',
      'Actions',
    ]);
    const row = await rowOf();
    for (const text of [
      '0b00c1',
      'Prakash Tamang',
      'iPhone 15 Pro',
      'Black, 256 GB',
      '2',
      'NPR 2,400',
      'Express',
      '1-2 business days',
      '21 Nov 2026',
    ])
      expect(row.getByText(text)).toBeVisible();
    expect(await row.findByText('$17.78')).toBeVisible();
    expect(row.getByRole('combobox', { name: /^Status of order/ })).toHaveValue('pending');
    expect(row.getByRole('button', { name: /^Details of order/ })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('counts all orders; cancelled and unpriced ones add no revenue (ABOOK-02 to ABOOK-06, SIL-56, CONF-33)', async () => {
    await open({ [list]: answerOf(orders) });
    await table();
    await waitFor(() =>
      expect(figures()).toEqual([
        'Total4',
        'Pending1',
        'Confirmed1',
        'Shipped1',
        'Total revenue$25.19NPR 3,400.50',
      ]),
    );
    expect((await rowOf('Sita Rai')).getByText('N/A')).toBeVisible();
  });

  it.each(['SITA', 'pixel', 'sita@', '986 555'])(
    'finds %s in name, model, email or phone (ABOOK-07, ABOOK-22)',
    (search) => {
      const sita = aPhoneOrder({
        name: 'Sita Rai',
        email: 'sita@x.example',
        phone: '986 555',
        model: 'Pixel 9',
      });
      const state = { search, filters: {} } as ListState;
      expect([order, sita].filter((one) => isFound(one, state))).toEqual([sita]);
    },
  );

  it('searches without a request to the server (ABOOK-07, ABOOK-22)', async () => {
    const { user, network } = await open({ [list]: answerOf(orders) });
    await table();
    await act(() => user.type(screen.getByRole('searchbox'), 'SITA{Enter}'));
    await waitFor(() => expect(screen.queryByText(order.name)).not.toBeInTheDocument());
    expect(screen.getByText('Sita Rai')).toBeVisible();
    expect(network.count(list)).toBe(1);
  });

  it('filters by status in the address, and has an empty state (ABOOK-08, ABOOK-16)', async () => {
    const { user, address: at } = await open({ [list]: answerOf(orders) });
    await table();
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'shipped'));
    await waitFor(() => expect(screen.queryByText(order.name)).not.toBeInTheDocument());
    expect(screen.getByText('Sita Rai')).toBeVisible();
    expect(at()).toBe('/admin/dashboard?tab=booking-orders&status=shipped');
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'delivered'));
    expect(await screen.findByText('No orders match your filters')).toBeVisible();
  });

  it('shows that it is loading (ABOOK-14)', async () => {
    const { reply, release } = holdReply(json(answerOf([order])));
    await open({ [list]: reply });
    expect(await screen.findByText('Loading')).toBeInTheDocument();
    await act(async () => release());
    expect(await rowOf()).toBeDefined();
  });

  it('explains an empty list (ABOOK-17)', async () => {
    await open({ [list]: answerOf([]) });
    expect(await screen.findByText('No phone orders found')).toBeVisible();
    expect(screen.getByText('Orders will appear here once customers place phone orders.')).toBeVisible();
  });

  it('has no rows after a failed Refresh, and retries (ABOOK-09, ABOOK-15, ABOOK-21, AERR-18)', async () => {
    const { user, network } = await open();
    await table();
    network.answer({ [list]: down });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to fetch phone orders')).toBeVisible();
    expect(screen.queryByText(order.name)).not.toBeInTheDocument();
    network.answer({ [list]: answerOf([order]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf()).toBeDefined();
  });
});

describe('the status of a row', () => {
  const saved = (changes: Partial<PhoneOrderAnswer>) => json({ success: true, data: aPhoneOrder(changes) });
  const choose = async (user: RenderedPage['user'], status: string) =>
    act(async () => user.selectOptions((await rowOf()).getByRole('combobox'), status));

  it('offers six statuses and shows the chosen one at once (ABOOK-11, ABOOK-18, ABOOK-19, AAPI-17)', async () => {
    const { reply, release } = holdReply(saved({ status: 'confirmed', version: 2 }));
    const sent = recordBodies(reply);
    const { user, network } = await open({ [`PUT ${address}`]: sent.reply });
    expect(optionsOf((await rowOf()).getByRole('combobox'))).toEqual(statusNames);
    await choose(user, 'confirmed');
    expect((await rowOf()).getByRole('combobox')).toHaveValue('confirmed');
    await act(async () => release());
    expect((await rowOf()).getByRole('combobox')).toHaveValue('confirmed');
    expect(sent.bodies).toEqual([{ status: 'confirmed', version: 1 }]);
    expect(network.count(list)).toBe(1);
  });

  it('is restored when the server refuses it, and shows a concurrent change (AERR-20, S-10)', async () => {
    const { user, network } = await open({ [`PUT ${address}`]: down });
    await rowOf();
    await choose(user, 'confirmed');
    expect(await screen.findByText('Failed to update phone order status')).toBeVisible();
    expect((await rowOf()).getByRole('combobox')).toHaveValue('pending');
    network.answer({
      [`PUT ${address}`]: problem(409, 'version-conflict', 'Somebody changed this request meanwhile.'),
      [list]: answerOf([aPhoneOrder({ status: 'cancelled', usualSteps: [], version: 2 })]),
    });
    await choose(user, 'confirmed');
    expect(await screen.findByText('Somebody changed this request meanwhile.')).toBeVisible();
    await waitFor(async () => expect((await rowOf()).getByRole('combobox')).toHaveValue('cancelled'));
  });

  it('asks for a note before an unusual step, and sends nothing before (SIL-38)', async () => {
    const { reply, bodies } = recordBodies(saved({ status: 'delivered', version: 2 }));
    const { user } = await open({ [`PUT ${address}`]: reply });
    await rowOf();
    await choose(user, 'delivered');
    const form = dialog('Update Status');
    expect(form.getByLabelText('Status')).toHaveValue('delivered');
    expect((await rowOf()).getByRole('combobox')).toHaveValue('pending');
    expect(bodies).toEqual([]);
    await user.type(form.getByLabelText('Admin notes'), 'Handed over at the counter.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([{ status: 'delivered', adminNotes: 'Handed over at the counter.', version: 1 }]);
    expect((await rowOf()).getByRole('combobox')).toHaveValue('delivered');
  });
});

describe('the details of an order', () => {
  it('show all fields, opened by button and by address (ABOOK-12, ABOOK-13, AENT-08)', async () => {
    const { user, address: at } = await open();
    await click(user, (await rowOf()).getByRole('button', { name: /^Details of order/ }));
    const details = dialog('Order Details');
    for (const text of [
      'prakash@example.com',
      '+977 981 555 0111',
      '$17.78 · NPR 2,400',
      'Full payment',
      'Thamel 12, Kathmandu',
      'Please call first.',
      'Received',
    ])
      expect(details.getByText(text)).toBeVisible();
    expect(at()).toBe(`/admin/dashboard?tab=booking-orders&record=${order.id}`);
    expect(await axeViolations()).toEqual([]);
    await user.click(details.getByRole('button', { name: 'Update Status' }));
    expect(dialog('Update Status').getByText(/iPhone 15 Pro, 256 GB, Black/)).toBeVisible();
  });
});
