import type { Order } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import {
  aLine,
  anOrder,
  aUser,
  axeViolations,
  json,
  npr,
  problem,
  type RenderPageOptions,
  recordBodies,
} from '@kinmel/testing/page';
import { shopDayOf } from '@kinmel/web-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { click, dialog, noteDownloads, optionsOf, tableOf } from '../../testing/list-page.ts';
import { admin, openPage } from '../../testing/open-page.tsx';
import { isUnusualStep, recentMonths } from './checkout-orders.rules.ts';

const { label: cash } = paymentMethods.cash_on_delivery;

const listAddress = (query = 'page=1&limit=20&status=all') =>
  `GET /api/checkout-orders/admin/orders?${query}`;
const listOf = (orders: readonly Order[], totalPages = 1, totalOrders = orders.length) =>
  json({
    success: true,
    orders,
    pagination: { currentPage: 1, totalPages, totalOrders, hasPrev: false, hasNext: totalPages > 1 },
  });
const stats = {
  totalOrders: 1284,
  pendingOrders: 37,
  processingOrders: 1,
  shippedOrders: 2,
  deliveredOrders: 1106,
  totalRevenue: 1,
  codOrders: 812,
};
const statsAddress = 'GET /api/checkout-orders/admin/dashboard-stats';
const figure = (label: string) =>
  screen.queryByText(label, { selector: 'dt' })?.nextElementSibling?.textContent;
const cod = anOrder();
const card = anOrder({
  _id: '66000000000000000000a0d2',
  orderNumber: 'KM-2222-2222',
  paymentMethod: 'card',
  paymentStatus: 'paid',
  orderStatus: 'confirmed',
  products: [aLine('Pixel 9'), aLine('Charger'), aLine('Case'), aLine('Cable')],
});
const start = cod.createdAt;
/** The address that counts new orders. When the newest row is not on the page, the list first requests a start time. */
const newAddress = (since?: string, filter = 'status=all') =>
  `GET /api/checkout-orders/admin/orders/new?${filter}${since ? `&since=${encodeURIComponent(since)}` : ''}`;
const newAnswer = (count: number, since = start) => json({ success: true, data: { count, since } });
const noneNew = (filter: string) => ({
  [newAddress(undefined, filter)]: newAnswer(0),
  [newAddress(start, filter)]: newAnswer(0),
});
const base = {
  [listAddress()]: listOf([cod, card]),
  ...noneNew('status=all'),
  'GET /api/checkout-orders/admin/bulk-jobs': json({ success: true, data: [] }),
  [statsAddress]: json({ success: true, ...stats, data: stats }),
};
const openOrders = (answers: RenderPageOptions['answers'] = {}, query = '', user = admin) =>
  openPage('/admin/dashboard', {
    address: `/admin/dashboard?tab=checkout-orders${query}`,
    user,
    answers: { ...base, ...answers },
  });
const table = () => tableOf('Orders');
const filterChoices = (label: string) => optionsOf(screen.getByRole('combobox', { name: label }));
const update = (id = cod._id) => `PUT /api/checkout-orders/admin/orders/${id}/status`;

const statusNames = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'];

describe('the list of checkout orders', () => {
  it('has a title and figures over all orders (ACHK-01 to ACHK-05, AAPI-24, AGEN-03, CONF-62, SIL-56)', async () => {
    await openOrders();
    expect(await screen.findByRole('heading', { level: 2, name: 'Orders Management' })).toBeVisible();
    await screen.findByText('1,284');
    expect(
      screen
        .getAllByRole('definition')
        .map(({ textContent, previousElementSibling }) => [previousElementSibling?.textContent, textContent]),
    ).toEqual([
      ['Total', '1,284'],
      ['Pending', '37'],
      ['COD orders', '812'],
      ['Delivered', '1,106'],
    ]);
  });

  it('has a row for each order (ACHK-09 to ACHK-12, ACHK-17, AENT-09, AENT-10)', async () => {
    await openOrders();
    const rows = within(await table()).getAllByRole<HTMLTableRowElement>('row');
    expect([...(rows[0]?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
      '',
      'Order number',
      'Customer',
      'Products',
      'Payment',
      'Order status',
      'Date',
      'Actions',
    ]);
    expect([...(rows[1]?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
      '',
      'KM-7H2K-94QX',
      'Aarati Gurungaarati@kinmel.example',
      'iPhone 13 Pro, Galaxy Buds3 Pro',
      `${cash}NPR 92,340Pending`,
      'Pending',
      '21 Nov 2026',
      'Update',
    ]);
    expect(rows[2]?.cells[3]).toHaveTextContent('Pixel 9, Charger+2 more');
    expect(within(await table()).getByText(cash)).toBeInTheDocument();
    expect(within(await table()).getByText('Card')).toBeInTheDocument();
  });

  it('distinguishes orders that have only `_id` (AENT-09)', async () => {
    const withoutId = ({ id: _id, ...order }: Order) => order as Order;
    const { user } = await openOrders({ [listAddress()]: listOf([cod, card].map(withoutId)) });
    const rows = within(await table());
    await user.click(rows.getByRole('checkbox', { name: `Select ${cod.orderNumber}` }));
    expect(rows.getAllByRole('checkbox', { checked: true })).toHaveLength(1);
  });

  it('shows the credit that an order used', async () => {
    const credit = { ...npr(1_240_000), isReturned: false };
    await openOrders({ [listAddress()]: listOf([{ ...cod, credit }, card]) });
    const rows = within(await table()).getAllByRole<HTMLTableRowElement>('row');
    expect(rows[1]?.cells[4]).toHaveTextContent('NPR 92,340credit NPR 12,400Pending');
    expect(rows[2]?.cells[4]).not.toHaveTextContent('credit');
  });

  it('filters by status and by payment method, which is sent only when chosen (ACHK-06, ACHK-07, CONF-63)', async () => {
    const { user, address } = await openOrders({
      ...noneNew('status=shipped'),
      ...noneNew('status=shipped&paymentMethod=card'),
      [listAddress('page=1&limit=20&status=shipped')]: listOf([]),
      [listAddress('page=1&limit=20&status=shipped&paymentMethod=card')]: listOf([card]),
    });
    await table();
    expect(filterChoices('Order status')).toEqual(['All statuses', ...statusNames]);
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Order status' }), 'Shipped'));
    expect(await screen.findByText('No orders found')).toBeVisible();
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Payment method' }), 'Card'));
    expect(await screen.findByText('KM-2222-2222')).toBeVisible();
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders&status=shipped&paymentMethod=card');
  });

  it('filters by a range of days, and downloads the CSV with filter, sort and shown columns (F-06)', async () => {
    const columns = 'orderNumber,products,paymentMethod,total,credit,paymentStatus,status,date';
    const days = 'from=2026-11-02&to=2026-11-20';
    const downloads = noteDownloads();
    const { user, address } = await openOrders(
      {
        ...noneNew('status=all&from=2026-11-02'),
        ...noneNew(`status=all&${days}`),
        [listAddress('page=1&limit=20&status=all&sort=date_asc')]: listOf([cod, card]),
        [listAddress('page=1&limit=20&status=all&from=2026-11-02&sort=date_asc')]: listOf([cod, card]),
        [listAddress(`page=1&limit=20&status=all&${days}&sort=date_asc`)]: listOf([card]),
        [`/api/checkout-orders/admin/orders/export?status=all&${days}&sort=date_asc&columns=${encodeURIComponent(columns)}`]:
          () => new Response('Order number\r\n', { headers: { 'content-type': 'text/csv' } }),
      },
      '&sort=date_asc&hide=customer',
    );
    await table();
    await act(() => user.type(screen.getByLabelText('From'), '2026-11-02'));
    await act(() => user.type(screen.getByLabelText('To'), '2026-11-20'));
    await waitFor(() => expect(screen.queryByText('KM-7H2K-94QX')).toBeNull());
    expect(screen.getByText('KM-2222-2222')).toBeVisible();
    expect(address()).toContain(days);
    expect(screen.getByLabelText('To')).toHaveAttribute('min', '2026-11-02');
    await click(user, screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(downloads).toEqual(['checkout-orders.csv']));
  });

  it('downloads the tax documents of a month (F-06)', async () => {
    const downloads = noteDownloads();
    const [month = '', label = ''] = recentMonths(shopDayOf(new Date()))[1] ?? [];
    const { user } = await openOrders({
      [`/api/checkout-orders/admin/tax-documents/export?month=${month}`]: () =>
        new Response('Number\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await table();
    await click(user, screen.getByRole('button', { name: 'Tax documents' }));
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: /^Month/ }), label));
    await click(user, screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(downloads).toEqual([`tax-documents-${month}.csv`]));
  });

  it('offers the months of two years in Nepal', () => {
    const months = recentMonths(shopDayOf(new Date('2026-12-31T18:15:00.000Z')));
    expect(months).toHaveLength(24);
    expect([months[0], months[1], months[23]]).toEqual([
      ['2027-01', 'January 2027'],
      ['2026-12', 'December 2026'],
      ['2025-02', 'February 2025'],
    ]);
  });

  it('searches, and has an empty state (ACHK-08, ACHK-16)', async () => {
    const { user } = await openOrders({
      ...noneNew('status=all&search=nobody'),
      [listAddress('page=1&limit=20&status=all&search=nobody')]: listOf([]),
    });
    await table();
    const box = screen.getByRole('searchbox', { name: 'Search orders' });
    expect(box).toHaveAttribute('placeholder', 'Search order number, name, email or phone');
    await act(() => user.type(box, 'nobody{Enter}'));
    expect(await screen.findByText('No orders found')).toBeVisible();
  });

  it('has page controls (ACHK-13, AAPI-20, AENT-12)', async () => {
    const { user, address, network } = await openOrders({
      [listAddress()]: listOf([cod], 65, 1284),
      [listAddress('page=2&limit=20&status=all')]: listOf([card], 65, 1284),
    });
    await table();
    expect(screen.getByText('1 to 20 of 1,284')).toBeVisible();
    expect(screen.getByText('Page 1 of 65')).toBeVisible();
    await click(user, screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('KM-2222-2222')).toBeVisible();
    expect(address()).toContain('page=2');
    // The page lacks the newest order, so new ones are counted from a start time.
    await waitFor(() => expect(network.count(newAddress())).toBe(1));
  });

  it('shows an error with Retry and keeps the figures (AERR-21)', async () => {
    const { user, network } = await openOrders({
      [listAddress()]: problem(503, 'service-unavailable', 'Not now'),
    });
    expect(await screen.findByText('Failed to fetch checkout orders')).toBeVisible();
    expect(screen.getByText('1,284')).toBeVisible();
    const before = network.requests.length;
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    expect(network.requests.slice(before)).toEqual([listAddress()]);
  });

  it('works without its figures, retries them, and counts cash orders itself when they are missing (AERR-23, CONF-62)', async () => {
    const { user, network } = await openOrders({
      [statsAddress]: problem(503, 'service-unavailable', 'Not now'),
    });
    expect(await screen.findByText(/Failed to fetch dashboard stats/)).toBeVisible();
    expect(await table()).toBeVisible();
    expect(figure('Total')).toBeUndefined();
    const { codOrders: _left, ...older } = stats;
    network.answer({ [statsAddress]: json({ success: true, data: older }) });
    const before = network.requests.length;
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(figure('Total')).toBe('1,284'));
    expect(network.requests.slice(before)).toEqual([statsAddress]);
    expect(screen.queryByText(/Failed to fetch dashboard stats/)).toBeNull();
    // Without this figure, the orders of the page are counted.
    expect(figure('COD orders')).toBe('1');
  });
});

describe('sorting', () => {
  it('by date and total is done by the server, is stored in the address and goes to the first page', async () => {
    const { user, address } = await openOrders(
      {
        [listAddress('page=3&limit=20&status=all')]: listOf([cod], 65, 1284),
        [listAddress('page=1&limit=20&status=all&sort=total_asc')]: listOf([card, cod]),
        [listAddress('page=1&limit=20&status=all&sort=total_desc')]: listOf([cod, card]),
      },
      '&page=3',
    );
    const head = async (name: string) => within(await table()).getByRole('columnheader', { name });
    await act(async () => user.click(within(await head('Payment')).getByRole('button')));
    expect(await head('Payment')).toHaveAttribute('aria-sort', 'ascending');
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders&sort=payment_asc');
    await waitFor(async () =>
      expect(within(await table()).getAllByRole('row')[1]).toHaveTextContent('KM-2222-2222'),
    );
    await act(async () => user.click(within(await head('Payment')).getByRole('button')));
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders&sort=payment_desc');
    expect(within(await head('Customer')).queryByRole('button')).toBeNull();
    expect(within(await head('Date')).getByRole('button')).toBeVisible();
  });
});

describe('a bulk update of orders', () => {
  const bulk = 'POST /api/checkout-orders/admin/orders/status';
  const jobId = '66000000000000000000b0b1';
  const jobAddress = `GET /api/checkout-orders/admin/bulk-jobs/${jobId}`;
  const jobAnswer = (state: 'running' | 'done', outcomes: readonly object[]) => ({
    success: true,
    data: { id: jobId, state, total: 2, outcomes, createdAt: start, finishedAt: null },
  });
  const stale = { id: card._id, problem: { code: 'version-conflict', message: 'Changed meanwhile.' } };

  it('shows its progress and then each failure, on a page opened by its address', async () => {
    const page = await openOrders(
      {
        [jobAddress]: json(jobAnswer('running', [{ id: cod._id, problem: null }])),
        [`/api/checkout-orders/${card._id}`]: { success: true, data: card },
      },
      `&job=${jobId}`,
    );
    const bar = await screen.findByRole('progressbar', { name: /1 of 2 orders worked through/ });
    expect(bar).toHaveAttribute('value', '1');
    expect(await axeViolations()).toEqual([]);
    page.network.answer({ [jobAddress]: json(jobAnswer('done', [{ id: cod._id, problem: null }, stale])) });
    expect(await screen.findByText(/1 order changed, 1 not/, {}, { timeout: 5_000 })).toBeVisible();
    expect((await screen.findByText('Changed meanwhile.')).closest('li')).toHaveTextContent(
      'KM-2222-2222: Changed meanwhile.',
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select KM-2222-2222' })).toBeChecked());
  });

  it('finds an unfinished job without its address', async () => {
    const page = await openOrders({
      'GET /api/checkout-orders/admin/bulk-jobs': json({
        success: true,
        data: [jobAnswer('running', []).data],
      }),
      [jobAddress]: json(jobAnswer('running', [])),
    });
    expect(await screen.findByRole('progressbar', { name: /0 of 2 orders/ })).toBeVisible();
    expect(page.address()).toContain(`job=${jobId}`);
  });

  it('starts with the version of each row (SIL-38)', async () => {
    const sent = recordBodies(json(jobAnswer('running', []), 202));
    const { user, address } = await openOrders({
      [bulk]: sent.reply,
      [jobAddress]: json(jobAnswer('running', [])),
    });
    await user.click(within(await table()).getByRole('checkbox', { name: 'Select all rows of this page' }));
    await user.click(screen.getByRole('button', { name: 'Set status' }));
    const form = dialog('Set the status of 2 orders');
    expect(optionsOf(form.getByLabelText('Status'))).toEqual(['Choose a status', ...statusNames]);
    await user.selectOptions(form.getByLabelText('Status'), 'shipped');
    await user.type(form.getByLabelText('Admin notes'), 'By courier');
    await click(user, form.getByRole('button', { name: 'Save status' }));
    await waitFor(() => expect(address()).toContain(`job=${jobId}`));
    const orders = [cod, card].map(({ _id }) => ({ id: _id, version: 1 }));
    expect(sent.bodies).toEqual([{ orderStatus: 'shipped', adminNotes: 'By courier', orders }]);
  });
});

describe('Update order', () => {
  const openUpdate = async (answers: RenderPageOptions['answers'] = {}, number = 'KM-7H2K-94QX') => {
    const page = await openOrders(answers);
    await act(async () =>
      page.user.click(within(await table()).getByRole('button', { name: `Update ${number}` })),
    );
    return page;
  };

  it('has order status, payment status and note, and ignores Escape while there is unsaved input (ACHK-14, ACHK-15, ACHK-18, ACHK-19)', async () => {
    const { user } = await openUpdate();
    expect(screen.getByText(`KM-7H2K-94QX, NPR 92,340, ${cash.toLowerCase()}`)).toBeVisible();
    const choicesOf = (label: string) => optionsOf(dialog().getByRole('combobox', { name: label }));
    expect(choicesOf('Order status')).toEqual(statusNames);
    expect(choicesOf('Payment status')).toEqual(['Pending', 'Paid', 'Failed', 'Refunded']);
    expect(dialog().getByText(`${cash}: mark Paid when cash is collected.`)).toBeVisible();
    const note = dialog().getByRole('textbox', { name: /Admin notes/ });
    await user.type(note, 'Ring twice');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(note).toHaveValue('Ring twice');
    await user.clear(note);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers the status confirmed only for an order that has it, and no cash hint for card orders (ACHK-15, ACHK-18)', async () => {
    await openUpdate({}, 'KM-2222-2222');
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('confirmed');
    expect(dialog().queryByText(/mark Paid/)).toBeNull();
  });

  it('sends the payment status only when changed, and refreshes list and figures (AAPI-21, AAPI-22, AAPI-23)', async () => {
    const sent = recordBodies(
      json({ success: true, order: { ...cod, orderStatus: 'processing', version: 2 } }),
    );
    const { user, network } = await openUpdate({ [update()]: sent.reply });
    expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Processing');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), ' Packed ');
    const before = network.requests.length;
    await click(user, dialog().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Order KM-7H2K-94QX updated')).toBeVisible();
    await waitFor(() =>
      expect(network.requests.slice(before).toSorted()).toEqual(
        [update(), listAddress(), statsAddress].toSorted(),
      ),
    );
    expect(sent.bodies).toEqual([{ orderStatus: 'processing', adminNotes: 'Packed', version: 1 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['pending', 'processing', false],
    ['pending', 'shipped', true],
    ['pending', 'delivered', true],
    ['shipped', 'shipped', false],
    ['delivered', 'pending', true],
  ] as const)('from %s to %s needs a note: %s (SIL-38)', (from, to, isUnusual) => {
    expect(isUnusualStep(from, to)).toBe(isUnusual);
  });

  it('that skips a step needs a note (SIL-38)', async () => {
    const sent = recordBodies(json({ success: true, order: { ...cod, version: 2 } }));
    const { user } = await openUpdate({ [update()]: sent.reply });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Shipped');
    expect(dialog().getByText(/from pending to shipped is not the usual way/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Save anyway' }));
    expect(dialog().getByText('Please write a note.')).toBeVisible();
    expect(sent.bodies).toEqual([]);
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'Collected');
    await click(user, dialog().getByRole('button', { name: 'Save anyway' }));
    expect(sent.bodies).toEqual([{ orderStatus: 'shipped', adminNotes: 'Collected', version: 1 }]);
  });

  it.each([
    [
      "the server's message",
      problem(409, 'conflict', 'A cancelled order stays cancelled.'),
      'A cancelled order stays cancelled.',
    ],
    [
      "the server's message about an open return",
      problem(
        409,
        'conflict',
        'Goods of this order are in the return 00A1B2. Finish or reject that return first.',
      ),
      'Goods of this order are in the return 00A1B2. Finish or reject that return first.',
    ],
    ['a default message', () => Promise.reject(new TypeError('down')), 'Failed to update order status'],
  ])('shows %s after a failure, and keeps the input (AERR-22)', async (_what, reply, text) => {
    const { user } = await openUpdate({ [update()]: reply });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Cancelled');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'No stock');
    await click(user, dialog().getByRole('button', { name: 'Save' }));
    expect(await dialog().findByText(text)).toBeVisible();
    expect(dialog().getByRole('textbox', { name: /Admin notes/ })).toHaveValue('No stock');
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('cancelled');
  });

  it('shows concurrent changes, and does not undo those of untouched fields (ACHK-14, S-10)', async () => {
    const theirs = { ...cod, orderStatus: 'shipped' as const, adminNotes: 'On its way', version: 5 };
    const sent = recordBodies(problem(409, 'version-conflict', 'Changed in the meantime.'));
    const { user } = await openUpdate({
      [update()]: sent.reply,
      [`GET /api/checkout-orders/${cod._id}`]: json({ success: true, order: theirs }),
    });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Payment status' }), 'Paid');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'Packed');
    await click(user, dialog().getByRole('button', { name: 'Save' }));
    expect(await dialog().findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(dialog().getByRole('row', { name: /^Admin notes On its way.*Packed$/ })).toBeVisible();
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('shipped');
    await click(user, dialog().getByRole('button', { name: 'Save' }));
    expect(sent.bodies.at(-1)).toEqual({
      orderStatus: 'shipped',
      adminNotes: 'Packed',
      paymentStatus: 'paid',
      version: 5,
    });
  });
});

describe('the details of an order', () => {
  const mail = (subject: string, mailId: string) => ({
    mailId,
    template: 'order-placed',
    to: 'a…@kinmel.example',
    subject,
    state: 'sent',
    attempts: 1,
    lastError: null,
    createdAt: '2026-11-21T08:01:00.000Z',
    sentAt: '2026-11-21T08:01:02.000Z',
  });
  const mails = `GET /api/admin/mails?record=${card._id}&limit=100`;
  const detailed = {
    ...card,
    history: [
      ...card.history,
      {
        at: '2026-11-21T09:00:00.000Z',
        by: 'admin' as const,
        what: 'order-status' as const,
        from: 'pending',
        to: 'confirmed',
        note: 'Paid at once',
      },
    ],
  };
  const openDetails = (answers: RenderPageOptions['answers'] = {}, user = admin) =>
    openOrders(
      {
        [`GET /api/checkout-orders/${card._id}`]: json({ success: true, order: detailed }),
        [mails]: json({
          success: true,
          data: [mail('Your order KM-2222-2222', 'm1')],
        }),
        ...answers,
      },
      `&record=${card._id}`,
      user,
    );

  it('show history and mails, opened by the address', async () => {
    const { user, address } = await openDetails();
    expect(await screen.findByRole('dialog', { name: 'Order KM-2222-2222' })).toBeVisible();
    expect(await dialog().findByText('Paid at once')).toBeVisible();
    const [newest] = within(dialog().getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(newest).toHaveTextContent(/Pending → Confirmed.*, by staff/);
    const { email, phone } = card.customerDetails;
    expect(dialog().getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(dialog().getByRole('link', { name: phone })).toHaveAttribute('href', `tel:${phone}`);
    expect(await dialog().findByText('Your order KM-2222-2222')).toBeVisible();
    expect(dialog().getByRole('link', { name: 'Follow its events' })).toHaveAttribute(
      'href',
      `/admin/events?order=${card._id}`,
    );
    await click(user, dialog().getByRole('button', { name: 'Close' }));
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders');
  });

  it('show the credit used, what is paid otherwise, and lead to the credit of the customer', async () => {
    const credit = { ...npr(1_240_000), isReturned: true };
    await openDetails({
      [`GET /api/checkout-orders/${card._id}`]: json({ success: true, order: { ...detailed, credit } }),
    });
    expect(await screen.findByText('NPR 12,400, given back')).toBeVisible();
    expect(figure('Paid otherwise')).toBe('NPR 79,940');
    expect(dialog().getByRole('link', { name: 'Credit of this customer' })).toHaveAttribute(
      'href',
      `/admin/credit/${card.userId}`,
    );
  });

  it('offer no credit for a deleted account, and the refund of an order paid by credit', async () => {
    const order = { ...detailed, userId: 'deleted', paymentMethod: 'credit' as const };
    await openDetails({ [`GET /api/checkout-orders/${card._id}`]: json({ success: true, order }) });
    expect(await screen.findByRole('button', { name: 'Refund' })).toBeVisible();
    expect(dialog().queryByRole('link', { name: 'Credit of this customer' })).toBeNull();
  });

  it.each([
    ['support', ['Confirmation', 'Update'], ['Follow its events', 'Credit of this customer'], false],
    ['finance', ['Refund', 'Confirmation'], ['Who changed it', 'Credit of this customer'], true],
  ] as const)('show only what the role %s may do', async (role, steps, links, canExport) => {
    await openDetails({}, aUser({ role: 'admin', staffRoles: [role] }));
    await screen.findByRole('button', { name: 'Confirmation' });
    const buttons = dialog().getAllByRole('button', { name: /^(Refund|Confirmation|Update)$/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(steps);
    const shown = dialog().getAllByRole('link', { name: /^(Who|Follow|Credit)/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(links);
    expect(dialog().queryAllByRole('region', { name: 'Mails' })).toHaveLength(canExport ? 0 : 1);
    for (const name of ['CSV', 'Tax documents'])
      expect(screen.queryAllByRole('button', { name, hidden: true })).toHaveLength(canExport ? 1 : 0);
  });

  it('refund a card order once, after a confirmation', async () => {
    const sent = recordBodies(json({ success: true, order: { ...detailed, paymentStatus: 'refunded' } }));
    const { user } = await openDetails({
      [`POST /api/checkout-orders/admin/orders/${card._id}/refund`]: sent.reply,
    });
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    await user.type(dialog().getByRole('textbox', { name: /Note/ }), 'Broken');
    // Escape would discard the note.
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(dialog().getByRole('textbox', { name: /Note/ })).toHaveValue('Broken');
    expect(sent.bodies).toEqual([]);
    await click(user, dialog().getByRole('button', { name: 'Refund' }));
    expect(sent.bodies).toEqual([{ note: 'Broken' }]);
    expect(await screen.findByText('Money of order KM-2222-2222 goes back')).toBeVisible();
  });

  it('show settled returns with their credit notes, and no refund of the whole order', async () => {
    const returned = {
      id: '66000000000000000000a1b2',
      reference: '00A1B2',
      payment: npr(9_000),
      credit: npr(1_000),
      state: 'failed' as const,
      at: '2026-11-25T08:00:00.000Z',
    };
    const refundAddress = `POST /api/checkout-orders/admin/orders/${card._id}/returns/${returned.id}/refund`;
    const orderIn = (state: Order['returns'][number]['state']) => ({
      success: true,
      order: { ...detailed, returns: [{ ...returned, state }] },
    });
    const orderAddress = `GET /api/checkout-orders/${card._id}`;
    const downloads = noteDownloads();
    const { user, network } = await openDetails({
      [orderAddress]: json(orderIn('failed')),
      [listAddress()]: listOf([cod]),
      [refundAddress]: problem(502, 'payment-failed', 'The provider refused.'),
      [`GET /api/checkout-orders/${card._id}/credit-note?return=${returned.id}`]: () =>
        new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    });
    const part = within(await screen.findByRole('region', { name: 'Return 00A1B2' }));
    expect(part.getByText('Failed')).toBeVisible();
    expect(part.getByText(/^NPR 90 to the payment/).parentElement).toHaveTextContent('NPR 10 as credit');
    expect(part.getByRole('link', { name: 'Open the return' })).toHaveAttribute(
      'href',
      `/admin/returns?record=${returned.id}`,
    );
    expect(dialog().queryByRole('button', { name: 'Refund' })).toBeNull();
    await click(user, part.getByRole('button', { name: 'Credit note 00A1B2' }));
    await waitFor(() => expect(downloads).toEqual(['credit-note-00a1b2-KM-2222-2222.pdf']));
    await click(user, part.getByRole('button', { name: 'Refund again' }));
    expect(await screen.findByText('The provider refused.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    const sent = recordBodies(json({ success: true, data: orderIn('done').order }));
    network.answer({ [refundAddress]: sent.reply, [orderAddress]: json(orderIn('done')) });
    await click(user, part.getByRole('button', { name: 'Mark as handed back' }));
    expect(await part.findByText('Done')).toBeVisible();
    expect(sent.bodies).toEqual([{ isByHand: true }]);
    expect(part.queryByRole('button', { name: /Refund again|handed back/ })).toBeNull();
  });

  it('record that a payment which the order did not use was handed back', async () => {
    const esewa = { amount: { amountInMinorUnits: 9000, currency: 'NPR' } };
    const orderAddress = `GET /api/checkout-orders/${card._id}`;
    const handedBack = `POST /api/checkout-orders/admin/orders/${card._id}/payments/esewa_2/handed-back`;
    const orderIn = (state: Order['otherPayments'][number]['state']) => ({
      success: true,
      order: {
        ...detailed,
        otherPayments: [
          { ...esewa, id: 'esewa_2', state },
          { ...esewa, id: 'khalti_3', state: 'due' },
        ],
      },
    });
    const { user, network } = await openDetails({
      [orderAddress]: json(orderIn('by-hand')),
      [listAddress()]: listOf([cod]),
      [handedBack]: problem(409, 'conflict', 'Please wait for it.'),
    });
    const part = within(await screen.findByRole('region', { name: 'Payments that the order did not use' }));
    expect(part.getByText('NPR 90, esewa_2')).toBeVisible();
    expect(part.getByText('NPR 90, khalti_3')).toBeVisible();
    await click(user, part.getByRole('button', { name: 'Mark as handed back' }));
    expect(await screen.findByText('Please wait for it.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    network.answer({
      [handedBack]: json({ success: true, data: orderIn('done').order }),
      [orderAddress]: json(orderIn('done')),
    });
    await click(user, part.getByRole('button', { name: 'Mark as handed back' }));
    expect(await part.findByText('Done')).toBeVisible();
    expect(part.queryByRole('button')).toBeNull();
  });

  it.each<[Order['documents'], string[]]>([
    [[], ['Confirmation']],
    [
      ['invoice', 'credit-note'],
      ['Invoice', 'Credit note'],
    ],
  ])('download the tax documents of the order (%j)', async (documents, labels) => {
    const downloads = noteDownloads();
    const pdf = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
    const { user } = await openDetails({
      [`GET /api/checkout-orders/${card._id}`]: json({ success: true, order: { ...detailed, documents } }),
      [`GET /api/checkout-orders/${card._id}/invoice`]: pdf,
      [`GET /api/checkout-orders/${card._id}/credit-note`]: pdf,
    });
    for (const label of labels) await click(user, await screen.findByRole('button', { name: label }));
    const files = labels.map((label) => `${label.toLowerCase().replace(' ', '-')}-KM-2222-2222.pdf`);
    await waitFor(() => expect(downloads).toEqual(files));
    expect(screen.queryAllByRole('button', { name: /^(Confirmation|Invoice|Credit note)$/ })).toHaveLength(
      labels.length,
    );
  });

  it('say that an order does not exist', async () => {
    const missingId = '66000000000000000000dead';
    await openOrders(
      { [`GET /api/checkout-orders/${missingId}`]: problem(404, 'not-found', 'There is no such order.') },
      `&record=${missingId}`,
    );
    expect(await screen.findByText('There is no such order.')).toBeVisible();
  });
});
