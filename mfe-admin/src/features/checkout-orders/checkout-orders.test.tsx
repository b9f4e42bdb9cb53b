import type { Order } from '@kinmel/contracts';
import { json, noting, problem, type RenderPageOptions } from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axeViolations } from '../../testing/axe-violations.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aLine, anOrder } from '../../testing/orders.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

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
/** The count of new orders; without the newest row on the page, the list first asks for a start time. */
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
const openOrders = (answers: RenderPageOptions['answers'] = {}, query = '') =>
  openPage('/admin/dashboard', {
    address: `/admin/dashboard?tab=checkout-orders${query}`,
    answers: { ...base, ...answers },
  });
const table = () => screen.findByRole('grid', { name: 'Orders' });
const options = (label: string) =>
  within(screen.getByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const update = (id = cod._id) => `PUT /api/checkout-orders/admin/orders/${id}/status`;
const dialog = () => within(screen.getByRole('dialog'));

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
      'Cash on deliveryNPR 92,340Pending',
      'Pending',
      '21 Nov 2026',
      'Update',
    ]);
    expect(rows[2]?.cells[3]).toHaveTextContent('Pixel 9, Charger+2 more');
    expect(within(await table()).getByText('Cash on delivery')).toBeInTheDocument();
    expect(within(await table()).getByText('Card')).toBeInTheDocument();
  });

  it('requests 20 orders with status and search (AAPI-18, AAPI-19, ACHK-20, AGATE-23, CONF-60, CONF-61)', async () => {
    const tokens: (string | null)[] = [];
    const { network } = await openOrders({
      [listAddress()]: (request) => {
        tokens.push(request.headers.get('authorization'));
        return Response.json({ success: true, orders: [cod] });
      },
    });
    await table();
    const asked = network.requests.filter((request) => request.includes('/admin/orders?'));
    expect([...new Set(asked)]).toEqual([listAddress()]);
    expect(tokens[0]).toMatch(/^Bearer .+/);
  });

  it('filters by status and by payment method, which is sent only when chosen (ACHK-06, ACHK-07, CONF-63)', async () => {
    const { user, address } = await openOrders({
      ...noneNew('status=shipped'),
      ...noneNew('status=shipped&paymentMethod=card'),
      [listAddress('page=1&limit=20&status=shipped')]: listOf([]),
      [listAddress('page=1&limit=20&status=shipped&paymentMethod=card')]: listOf([card]),
    });
    await table();
    expect(options('Order status')).toEqual([
      'All statuses',
      'Pending',
      'Processing',
      'Shipped',
      'Delivered',
      'Cancelled',
    ]);
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Order status' }), 'Shipped'));
    expect(await screen.findByText('No orders found')).toBeVisible();
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Payment method' }), 'Card'));
    expect(await screen.findByText('KM-2222-2222')).toBeVisible();
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders&status=shipped&paymentMethod=card');
  });

  it('filters by a range of days, in the address and the CSV (issue 27, 21)', async () => {
    const columns = 'orderNumber,customer,email,phone,products,paymentMethod,total,paymentStatus,status,date';
    const days = 'from=2026-11-02&to=2026-11-20';
    Object.assign(URL, { createObjectURL: () => 'blob:list', revokeObjectURL: () => {} });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, address, network } = await openOrders({
      ...noneNew('status=all&from=2026-11-02'),
      ...noneNew(`status=all&${days}`),
      [listAddress('page=1&limit=20&status=all&from=2026-11-02')]: listOf([cod, card]),
      [listAddress(`page=1&limit=20&status=all&${days}`)]: listOf([card]),
      [`/api/checkout-orders/admin/orders/export?status=all&${days}&columns=${encodeURIComponent(columns)}`]:
        () => new Response('Order number\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await table();
    await act(() => user.type(screen.getByLabelText('From'), '2026-11-02'));
    await act(() => user.type(screen.getByLabelText('To'), '2026-11-20'));
    await waitFor(() => expect(screen.queryByText('KM-7H2K-94QX')).toBeNull());
    expect(screen.getByText('KM-2222-2222')).toBeVisible();
    expect(address()).toBe(`/admin/dashboard?tab=checkout-orders&${days}`);
    expect(screen.getByLabelText('To')).toHaveAttribute('min', '2026-11-02');
    await act(() => user.click(screen.getByRole('button', { name: 'CSV' })));
    await waitFor(() =>
      expect(network.requests.some((request) => request.includes(`/export?status=all&${days}`))).toBe(true),
    );
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
    const { user, address } = await openOrders({
      [listAddress()]: listOf([cod], 65, 1284),
      [listAddress('page=2&limit=20&status=all')]: listOf([card], 65, 1284),
    });
    await table();
    expect(screen.getByText('1 to 20 of 1,284')).toBeVisible();
    expect(screen.getByText('Page 1 of 65')).toBeVisible();
    await act(() => user.click(screen.getByRole('button', { name: 'Next' })));
    expect(await screen.findByText('KM-2222-2222')).toBeVisible();
    expect(address()).toContain('page=2');
  });

  it('shows an error with Retry and keeps the figures (AERR-21)', async () => {
    const { user, network } = await openOrders({
      [listAddress()]: problem(503, 'service-unavailable', 'Not now'),
    });
    expect(await screen.findByText('Failed to fetch checkout orders')).toBeVisible();
    expect(screen.getByText('1,284')).toBeVisible();
    const before = network.requests.length;
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(network.requests.slice(before)).toEqual([listAddress()]);
  });

  it('works without its figures, and retries them (AERR-23)', async () => {
    const { user, network } = await openOrders({
      [statsAddress]: problem(503, 'service-unavailable', 'Not now'),
    });
    expect(await screen.findByText(/Failed to fetch dashboard stats/)).toBeVisible();
    expect(await table()).toBeVisible();
    expect(figure('Total')).toBeUndefined();
    network.answer({ [statsAddress]: json({ success: true, data: stats }) });
    const before = network.requests.length;
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    await waitFor(() => expect(figure('Total')).toBe('1,284'));
    expect(network.requests.slice(before)).toEqual([statsAddress]);
    expect(screen.queryByText(/Failed to fetch dashboard stats/)).toBeNull();
  });

  it('counts cash orders on the page when the figures lack them (CONF-62)', async () => {
    const { codOrders: _left, ...older } = stats;
    const third = anOrder({ _id: '66000000000000000000a0d3', orderNumber: 'KM-3333-3333' });
    await openOrders({
      [statsAddress]: json({ success: true, data: older }),
      [listAddress()]: listOf([cod, card, third]),
    });
    await table();
    await waitFor(() => expect(figure('COD orders')).toBe('2'));
    expect(figure('Total')).toBe('1,284');
  });
});

describe('sorting', () => {
  it('by date and total is done by the server, stands in the address and goes to the first page', async () => {
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

describe('new orders', () => {
  it('are counted from a start time where the page lacks the newest order', async () => {
    const { network } = await openOrders(
      { [listAddress('page=2&limit=20&status=all')]: listOf([cod], 2, 21) },
      '&page=2',
    );
    await waitFor(() => expect(network.count(newAddress())).toBe(1));
    await waitFor(() => expect(network.count(newAddress(start))).toBe(1));
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

  it('shows its progress and then each failure, on the page of its address', async () => {
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
    expect(await screen.findByText('Changed meanwhile.')).toHaveTextContent(
      'KM-2222-2222: Changed meanwhile.',
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
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

  const chooseBoth = async (page: Awaited<ReturnType<typeof openOrders>>) => {
    await page.user.click(
      within(await table()).getByRole('checkbox', { name: 'Select all rows of this page' }),
    );
    await page.user.click(screen.getByRole('button', { name: 'Set status' }));
    return within(screen.getByRole('dialog', { name: 'Set the status of 2 orders' }));
  };

  it('sends each row with its version; refused ones stay selected with the reason (SIL-38)', async () => {
    const reason = 'This order was changed in the meantime.';
    const sent = noting(json(jobAnswer('running', []), 202));
    const outcomes = [
      { id: cod._id, problem: null },
      { id: card._id, problem: { code: 'version-conflict', message: reason } },
    ];
    const page = await openOrders({
      [bulk]: sent.reply,
      [jobAddress]: json(jobAnswer('done', outcomes)),
      [`/api/checkout-orders/${card._id}`]: { success: true, data: card },
    });
    const form = await chooseBoth(page);
    expect(
      within(form.getByLabelText('Status'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a status', 'Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled']);
    await page.user.selectOptions(form.getByLabelText('Status'), 'shipped');
    await page.user.click(form.getByRole('button', { name: 'Save status' }));
    expect(form.getByLabelText('Admin notes')).toBeInvalid();
    await page.user.type(form.getByLabelText('Admin notes'), 'By courier');
    page.network.answer({ [listAddress()]: listOf([{ ...cod, orderStatus: 'shipped', version: 2 }, card]) });
    await act(() => page.user.click(form.getByRole('button', { name: 'Save status' })));
    expect(await screen.findByText(/1 order changed, 1 not/)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(sent.bodies).toEqual([
      {
        orderStatus: 'shipped',
        adminNotes: 'By courier',
        orders: [
          { id: cod._id, version: 1 },
          { id: card._id, version: 1 },
        ],
      },
    ]);
    expect(screen.getByText('1 order selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select KM-2222-2222' })).toBeChecked();
    expect(await within(await table()).findByText('Shipped')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the CSV of orders', () => {
  it('is requested with filter, sort and shown columns, and downloaded (F-06)', async () => {
    const clicked: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:list', revokeObjectURL: () => {} });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    const columns = 'orderNumber,products,paymentMethod,total,paymentStatus,status,date';
    const address = `/api/checkout-orders/admin/orders/export?status=shipped&sort=date_asc&columns=${encodeURIComponent(columns)}`;
    const { user } = await openOrders(
      {
        ...noneNew('status=shipped'),
        [listAddress('page=1&limit=20&status=shipped&sort=date_asc')]: listOf([cod]),
        [address]: () => new Response('Order number\r\n', { headers: { 'content-type': 'text/csv' } }),
      },
      '&status=shipped&sort=date_asc&hide=customer',
    );
    await table();
    await act(() => user.click(screen.getByRole('button', { name: 'CSV' })));
    await waitFor(() => expect(clicked).toEqual(['checkout-orders.csv']));
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

  it('has order status, payment status and note (ACHK-14, ACHK-15, ACHK-18, ACHK-19)', async () => {
    await openUpdate();
    expect(screen.getByText('KM-7H2K-94QX, NPR 92,340, cash on delivery')).toBeVisible();
    const offered = (label: string) =>
      within(dialog().getByRole('combobox', { name: label }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(offered('Order status')).toEqual(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled']);
    expect(offered('Payment status')).toEqual(['Pending', 'Paid', 'Failed', 'Refunded']);
    expect(dialog().getByRole('textbox', { name: /Admin notes/ })).toBeVisible();
    expect(dialog().getByText('Cash on delivery: mark Paid when cash is collected.')).toBeVisible();
  });

  it('offers confirmed only where an order has it, and no cash hint for card orders (ACHK-15, ACHK-18)', async () => {
    await openUpdate({}, 'KM-2222-2222');
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('confirmed');
    expect(dialog().queryByText(/mark Paid/)).toBeNull();
  });

  it('sends the payment status only when changed (AAPI-21, AAPI-22, AAPI-23)', async () => {
    const sent = noting(json({ success: true, order: { ...cod, orderStatus: 'processing', version: 2 } }));
    const { user } = await openUpdate({ [update()]: sent.reply });
    expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Processing');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), ' Packed ');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    expect(await screen.findByText('Order KM-7H2K-94QX updated')).toBeVisible();
    expect(sent.bodies).toEqual([{ orderStatus: 'processing', adminNotes: 'Packed', version: 1 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('refreshes list and figures after a change', async () => {
    const { user, network } = await openUpdate({
      [update()]: json({ success: true, order: { ...cod, paymentStatus: 'paid', version: 2 } }),
    });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Payment status' }), 'Paid');
    const before = network.requests.length;
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    await waitFor(() =>
      expect(network.requests.slice(before).toSorted()).toEqual(
        [update(), listAddress(), 'GET /api/checkout-orders/admin/dashboard-stats'].toSorted(),
      ),
    );
  });

  it.each([
    ['Delivered', 'pending', 'delivered'],
    ['Shipped', 'pending', 'shipped'],
  ])('to %s skips a step and needs a note (SIL-38)', async (label, from, to) => {
    const sent = noting(json({ success: true, order: { ...cod, version: 2 } }));
    const { user } = await openUpdate({ [update()]: sent.reply });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), label);
    expect(dialog().getByText(new RegExp(`from ${from} to ${to} is not the usual way`))).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Save anyway' }));
    expect(dialog().getByText('Please write a note.')).toBeVisible();
    expect(sent.bodies).toEqual([]);
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'Collected at the counter');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save anyway' })));
    expect(sent.bodies).toEqual([{ orderStatus: to, adminNotes: 'Collected at the counter', version: 1 }]);
  });

  it.each([
    [
      'the words of the server',
      problem(409, 'conflict', 'A cancelled order stays cancelled.'),
      'A cancelled order stays cancelled.',
    ],
    ['its own without', () => Promise.reject(new TypeError('down')), 'Failed to update order status'],
  ])('says why it failed in %s, and keeps what was typed (AERR-22)', async (_what, reply, text) => {
    const { user } = await openUpdate({ [update()]: reply });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Cancelled');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'No stock');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    expect(await dialog().findByText(text)).toBeVisible();
    expect(dialog().getByRole('textbox', { name: /Admin notes/ })).toHaveValue('No stock');
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('cancelled');
  });

  it('shows concurrent changes beside the own values and keeps both (S-10)', async () => {
    const theirs = { ...cod, orderStatus: 'shipped' as const, adminNotes: 'On its way', version: 5 };
    const sent = noting(problem(409, 'version-conflict', 'Changed in the meantime.'));
    const { user } = await openUpdate({
      [update()]: sent.reply,
      [`GET /api/checkout-orders/${cod._id}`]: json({ success: true, order: theirs }),
    });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Order status' }), 'Processing');
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'Packed');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    expect(await dialog().findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(dialog().getByRole('row', { name: /^Order status Shipped.*Processing$/ })).toBeVisible();
    expect(dialog().getByRole('row', { name: /^Admin notes On its way.*Packed$/ })).toBeVisible();
    expect(dialog().getByRole('textbox', { name: /Admin notes/ })).toHaveValue('Packed');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save anyway' })));
    expect(sent.bodies.map((body) => (body as { version: number }).version)).toEqual([1, 5]);
  });

  it('does not undo a concurrent change of an untouched field (ACHK-14, S-10)', async () => {
    const theirs = { ...cod, orderStatus: 'shipped' as const, adminNotes: 'On its way', version: 5 };
    const sent = noting(problem(409, 'version-conflict', 'Changed in the meantime.'));
    const { user } = await openUpdate({
      [update()]: sent.reply,
      [`GET /api/checkout-orders/${cod._id}`]: json({ success: true, order: theirs }),
    });
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Payment status' }), 'Paid');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    expect(await dialog().findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(dialog().getByRole('combobox', { name: 'Order status' })).toHaveValue('shipped');
    await act(() => user.click(dialog().getByRole('button', { name: 'Save' })));
    expect(sent.bodies.at(-1)).toEqual({
      orderStatus: 'shipped',
      adminNotes: 'On its way',
      paymentStatus: 'paid',
      version: 5,
    });
  });

  it('ignores Escape while there is unsaved input (ACHK-14)', async () => {
    const { user } = await openUpdate();
    await user.type(dialog().getByRole('textbox', { name: /Admin notes/ }), 'Ring twice');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(dialog().getByRole('textbox', { name: /Admin notes/ })).toHaveValue('Ring twice');
    await user.clear(dialog().getByRole('textbox', { name: /Admin notes/ }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
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
  const openDetails = (answers: RenderPageOptions['answers'] = {}) =>
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
    );

  it('show history and mails, opened by the address', async () => {
    const { user, address } = await openDetails();
    expect(await screen.findByRole('dialog', { name: 'Order KM-2222-2222' })).toBeVisible();
    expect(await dialog().findByText('Paid at once')).toBeVisible();
    const { email, phone } = card.customerDetails;
    expect(dialog().getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(dialog().getByRole('link', { name: phone })).toHaveAttribute('href', `tel:${phone}`);
    expect(await dialog().findByText('Your order KM-2222-2222')).toBeVisible();
    expect(dialog().getByRole('link', { name: 'Follow its events' })).toHaveAttribute(
      'href',
      `/admin/events?order=${card._id}`,
    );
    await act(() => user.click(dialog().getByRole('button', { name: 'Close' })));
    expect(address()).toBe('/admin/dashboard?tab=checkout-orders');
  });

  it('refund a card order once, after a question', async () => {
    const sent = noting(json({ success: true, order: { ...detailed, paymentStatus: 'refunded' } }));
    const { user } = await openDetails({
      [`POST /api/checkout-orders/admin/orders/${card._id}/refund`]: sent.reply,
    });
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    await user.type(dialog().getByRole('textbox', { name: /Note/ }), 'Broken');
    // Escape would discard the note.
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(dialog().getByRole('textbox', { name: /Note/ })).toHaveValue('Broken');
    expect(sent.bodies).toEqual([]);
    await act(() => user.click(dialog().getByRole('button', { name: 'Refund' })));
    expect(sent.bodies).toEqual([{ note: 'Broken' }]);
    expect(await screen.findByText('Money of order KM-2222-2222 goes back')).toBeVisible();
  });

  it('say that an order does not exist', async () => {
    const gone = '66000000000000000000dead';
    await openOrders(
      { [`GET /api/checkout-orders/${gone}`]: problem(404, 'not-found', 'There is no such order.') },
      `&record=${gone}`,
    );
    expect(await screen.findByText('There is no such order.')).toBeVisible();
  });
});
