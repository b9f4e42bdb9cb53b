import type { Order } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { aLine, anOrder, down, json, npr, problem, renderPage, translatePage } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { isUnderWay, taxLabelOf } from './order.rules.ts';
import { orderAnswer, ordersPageAnswer } from './order-answers.ts';
import OrderPage from './order-page.tsx';
import OrdersPage from './orders-page.tsx';
import { pollEveryMs } from './use-polling-interval.ts';

const { label: cash } = paymentMethods.cash_on_delivery;

const listUrl = '/api/checkout-orders/user/orders?page=1&limit=10';
const { _id: id } = anOrder();
const orderUrl = `/api/checkout-orders/${id}`;
const taxedOrder: Partial<Order> = {
  decisions: [{ rule: 'tax', line: null, title: 'Tax (8%)', amount: 6840 }],
};

const creditUsed = (isReturned = false) => ({ ...npr(1_240_000), isReturned });
const orderOf = (changes: Partial<Order> = {}) => ({ success: true, order: anOrder(changes) });
const pageOf = (orders: Order[], pagination = {}) => ({
  success: true,
  orders,
  pagination: {
    currentPage: 1,
    totalPages: 1,
    totalOrders: orders.length,
    hasPrev: false,
    hasNext: false,
    ...pagination,
  },
});

function BuyAgain({ products }: { products: readonly unknown[] }) {
  return <button type="button">Buy again ({products.length})</button>;
}
const widgets = { 'mfe-cart-checkout/buy-again': BuyAgain };

const openList = (answer: unknown = pageOf([anOrder()]), address = '/orders') =>
  renderPage(<OrdersPage />, { address, answers: { [listUrl]: answer as object }, widgets });
const openOrder = (answer: unknown, address = `/order?id=${id}`) =>
  renderPage(<OrderPage />, { address, answers: { [orderUrl]: answer as object }, widgets });
const listOf = (changes: Partial<Order>) => openList(pageOf([anOrder(changes)]));
const card = async () => within(await screen.findByRole('article', { name: 'KM-7H2K-94QX' }));

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('My Orders', () => {
  it('shows a card with items, amounts, payment and delivery; an offer is not bought again (ORD-01, ORD-02, ORD-03, ROLE-06)', async () => {
    const specialOffer = {
      id: 'o1',
      title: 'Galaxy Festival',
      description: '',
      discount: '',
      discountPercentage: 12,
    };
    const products = [
      aLine('Galaxy S26', { details: '256 GB, Silver', image: '/uploads/s26/640.webp', specialOffer }),
      aLine('Galaxy Watch7', {
        quantity: 2,
        lineTotal: 69_800,
        image: '/api/passport/abc/photos/1',
        passportLink: '/passport/abc',
      }),
    ];
    await listOf({ ...taxedOrder, products });
    const order = await card();
    expect(order.getByText('Placed 21 November 2026')).toBeVisible();
    expect(order.getByText('Galaxy S26')).toBeVisible();
    expect(order.getByText('256 GB, Silver')).toBeVisible();
    const passports = order.getAllByRole('link', { name: 'Passport of this phone' });
    expect(passports.map((link) => link.getAttribute('href'))).toEqual(['/passport/abc']);
    // The thumbnail is decorative, as the name is beside it.
    const [thumbnail, photoOfDevice] = order.getAllByRole('presentation');
    expect(thumbnail).toHaveAttribute('src', expect.stringMatching(/^\/uploads\/.+\.webp$/));
    expect(photoOfDevice).toHaveAttribute('src', '/api/passport/abc/photos/1');
    expect(order.getByText('12% off')).toBeVisible();
    expect(order.getByText('Qty 2')).toBeVisible();
    expect(order.getByText('NPR 69,800')).toBeVisible();
    expect(order.getByText('NPR 92,340')).toBeVisible();
    expect(order.getByText('Free')).toBeVisible();
    expect(order.getByText('Tax (8%)').nextElementSibling).toHaveTextContent('NPR 6,840');
    expect(order.getByText(`${cash}, pending`)).toBeVisible();
    expect(order.getByText('Aarati Gurung, Durbar Marg 5, Kathmandu 44600, +977 984-1234567')).toBeVisible();
    expect(screen.getByText('1 order')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Buy again (1)' })).toBeVisible();
  });

  it("shows the shop's note when there is one, and no row for a zero tax (ORD-02, ORD-04, SIL-34)", async () => {
    const untaxedPricing = { subtotal: 85_500, shipping: 0, tax: 0, total: 85_500 };
    await listOf({ adminNotes: 'We packed the larger band.', pricing: untaxedPricing });
    const order = await card();
    expect(order.getByText('Update from the store')).toBeVisible();
    expect(order.getByText('We packed the larger band.')).toBeVisible();
    expect(order.queryByText(/^Tax/)).not.toBeInTheDocument();
  });

  it.each([
    ['pending', 'Placed', /You can still cancel it/],
    ['confirmed', 'Confirmed', /get it ready/],
    ['processing', 'Processing', /packing your order/],
    ['shipped', 'Shipped', /on its way/],
    ['delivered', undefined, /has arrived/],
    ['cancelled', undefined, /was cancelled/],
  ] as const)(
    'shows the progress of an order that is %s (ORD-05, SIL-34)',
    async (orderStatus, step, hint) => {
      await listOf({ orderStatus });
      const order = await card();
      expect(order.getByText(hint)).toBeVisible();
      const current = order
        .queryAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step');
      expect(current.map(({ textContent }) => textContent)).toEqual(step ? [step] : []);
    },
  );

  it('does not show a payment as paid that arrived after the cancellation, until it is refunded (ORD-O22)', async () => {
    const latePayment = { orderStatus: 'cancelled', paymentMethod: 'esewa', canCancel: false } as const;
    const page = await listOf({ ...latePayment, paymentStatus: 'paid' });
    expect((await card()).getByText('eSewa, to be given back')).toBeVisible();
    page.unmount();
    await listOf({ ...latePayment, paymentStatus: 'refunded' });
    expect((await card()).getByText('eSewa, refunded')).toBeVisible();
  });

  it.each<[string, Partial<Order>, string, string]>([
    ['to be paid', { credit: creditUsed() }, 'Left to pay', 'NPR 79,940'],
    ['paid', { credit: creditUsed(), paymentMethod: 'card', paymentStatus: 'paid' }, 'Paid', 'NPR 79,940'],
    [
      'all credit',
      { credit: { ...npr(9_234_000), isReturned: false }, paymentMethod: 'credit', paymentStatus: 'paid' },
      'Paid',
      'NPR 0',
    ],
    [
      'refunded',
      { credit: creditUsed(true), paymentMethod: 'card', paymentStatus: 'refunded' },
      'Refunded',
      'NPR 79,940',
    ],
    [
      'cancelled after it was paid',
      { credit: creditUsed(true), orderStatus: 'cancelled', paymentStatus: 'paid', canCancel: false },
      'To be given back',
      'NPR 79,940',
    ],
    [
      'cancelled unpaid',
      { credit: creditUsed(true), orderStatus: 'cancelled', canCancel: false },
      'Not paid',
      'NPR 79,940',
    ],
  ])(
    'shows the credit of an order and how the remainder is paid: %s',
    async (_, changes, label, remainder) => {
      await listOf(changes);
      const order = await card();
      const { amountInMinorUnits = 0, isReturned } = changes.credit ?? {};
      const credit = amountInMinorUnits === 9_234_000 ? 'NPR 92,340' : 'NPR 12,400';
      expect(order.getByText('Credit used').nextElementSibling).toHaveTextContent(`-${credit}`);
      expect(order.getByText(label).nextElementSibling?.textContent).toBe(remainder);
      const creditReturnText = order.queryByText(/came back to/);
      if (!isReturned) expect(creditReturnText).toBeNull();
      else expect(creditReturnText?.parentElement).toHaveTextContent(`${credit} came back to your credit.`);
    },
  );

  it('links to the shop while there are no orders (ORD-06)', async () => {
    await openList(pageOf([]));
    expect(await screen.findByRole('link', { name: 'Start Shopping' })).toHaveAttribute('href', '/');
  });

  const noResponseText = 'Something went wrong while fetching your orders';
  it.each([
    ['the server refuses', problem(503, 'service-unavailable', 'Not now.'), 'Failed to fetch orders'],
    ['no response arrives', down, noResponseText],
    ['the response is malformed', json({ orders: 'none' }), noResponseText],
  ])('shows an error when %s, and retries (ERR-34, ERR-35)', async (_, reply, text) => {
    const { user, network } = await openList(reply);
    expect(await screen.findByText(text)).toBeVisible();
    network.answer({ [listUrl]: pageOf([anOrder()]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card()).toBeDefined();
  });

  const second = '/api/checkout-orders/user/orders?page=2&limit=10';
  const secondPage = pageOf([anOrder({ orderNumber: 'KM-OLD' })], {
    currentPage: 2,
    totalPages: 2,
    totalOrders: 14,
  });

  it('has its page number in the URL, with ten orders per page; a failed page does not show the previous one (ERR-34, ORD-07, ORD-08, SIL-36)', async () => {
    const { network } = await openList(pageOf([anOrder()], { totalPages: 2, totalOrders: 14 }));
    await card();
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    network.answer({ [second]: problem(500, 'internal', '') });
    // The new page suspends for another remote's button, which needs an awaited act.
    await act(async () => screen.getByRole('link', { name: 'Next' }).click());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch orders');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    // The pressed link was at the end of the previous page.
    expect(screen.getByRole('heading', { level: 1, name: 'My Orders page 2' })).toHaveFocus();
    network.answer({ [second]: secondPage });
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
    expect(await screen.findByRole('article', { name: 'KM-OLD' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/orders');
  });

  it('requests the first page for an invalid page number', async () => {
    await openList(undefined, '/orders?page=-3');
    expect(await card()).toBeDefined();
  });

  it('redirects from beyond the last page to the last, and never shows a full list as empty (SIL-36)', async () => {
    const { address } = await renderPage(<OrdersPage />, {
      address: '/orders?page=9',
      answers: {
        '/api/checkout-orders/user/orders?page=9&limit=10': {
          ...pageOf([]),
          pagination: { ...secondPage.pagination, currentPage: 9 },
        },
        [second]: secondPage,
      },
      widgets,
    });
    expect(await screen.findByRole('article', { name: 'KM-OLD' })).toBeVisible();
    expect(address()).toBe('/orders?page=2');
    expect(screen.queryByText('You have no orders yet.')).not.toBeInTheDocument();
  });

  it('polls an order in progress while its tab is visible, until the order is completed', async () => {
    jest.useFakeTimers();
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const show = async (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    };
    const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const { network } = await openList();
    await advance(100);
    await show('hidden');
    const requestCount = network.count(listUrl);
    await advance(5 * pollEveryMs);
    expect(network.count(listUrl)).toBe(requestCount);
    network.answer({ [listUrl]: pageOf([anOrder({ orderStatus: 'delivered' })]) });
    await show('visible');
    await advance(pollEveryMs);
    await advance(100);
    expect(network.count(listUrl)).toBe(requestCount + 1);
    expect(screen.getByText(/has arrived/)).toBeVisible();
    await advance(5 * pollEveryMs);
    expect(network.count(listUrl)).toBe(requestCount + 1);
  });

  it('has no axe violations', async () => {
    await openList();
    await card();
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('the actions on an order', () => {
  it('cancel it on a page that a browser translates', async () => {
    const { user, network } = await openList();
    await user.click((await card()).getByRole('button', { name: 'Cancel order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order KM-7H2K-94QX?' }));
    const cancelledFields = { orderStatus: 'cancelled', canCancel: false } as const;
    network.answer({
      [`POST ${orderUrl}/cancel`]: orderOf(cancelledFields),
      [listUrl]: pageOf([anOrder(cancelledFields)]),
    });
    translatePage();
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    const order = await card();
    await waitFor(() => expect(order.getByText(/was cancelled/)).toBeVisible());
    expect(order.queryByText(/You can still cancel it/)).not.toBeInTheDocument();
  });

  it('cancel it after a confirmation, or show why that is refused (SIL-37)', async () => {
    const { user, network } = await openList();
    await user.click((await card()).getByRole('button', { name: 'Cancel order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order KM-7H2K-94QX?' }));
    expect(dialog.getByRole('button', { name: 'Keep order' })).toHaveFocus();
    network.answer({ [`POST ${orderUrl}/cancel`]: problem(409, 'not-cancellable', 'It is being prepared.') });
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    expect(await dialog.findByText('It is being prepared.')).toBeVisible();
    const cancelledFields = { orderStatus: 'cancelled', canCancel: false } as const;
    network.answer({
      [`POST ${orderUrl}/cancel`]: orderOf(cancelledFields),
      [listUrl]: pageOf([anOrder(cancelledFields)]),
    });
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Order KM-7H2K-94QX was cancelled.')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument(),
    );
    // The focused button was removed, so its order has the focus.
    expect(screen.getByRole('article', { name: 'KM-7H2K-94QX' })).toHaveFocus();
  });

  it.each<[Partial<Order>, string]>([
    [{}, 'Nothing will be delivered. This'],
    [{ paymentMethod: 'card', paymentStatus: 'paid' }, 'Nothing will be delivered, and your money goes back'],
    [
      { paymentMethod: 'credit', paymentStatus: 'paid', credit: creditUsed() },
      'Nothing will be delivered, and NPR 12,400 goes back to your credit. This',
    ],
    [
      { paymentMethod: 'card', paymentStatus: 'paid', credit: creditUsed() },
      'Nothing will be delivered, and NPR 12,400 goes back to your credit, and your money goes back',
    ],
  ])('say before cancelling what is refunded and how: %j', async (changes, text) => {
    const { user } = await listOf(changes);
    await user.click((await card()).getByRole('button', { name: 'Cancel order' }));
    expect(screen.getByText(/^Nothing will be delivered/).textContent).toMatch(new RegExp(`^${text}`));
  });

  it('open the payment page from a page that a browser translates', async () => {
    const { user, network } = await listOf({ paymentMethod: 'card', canPay: true });
    const order = await card();
    network.answer({ 'POST /api/payment/checkout-session': problem(409, 'conflict', 'It is paid already.') });
    translatePage();
    await user.click(order.getByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText('It is paid already.')).toBeVisible();
    expect(await order.findByRole('button', { name: 'Pay now' })).toBeVisible();
  });

  it('show that it is unpaid, and why a payment failed', async () => {
    const { user, network } = await listOf({ paymentMethod: 'card', canPay: true });
    const order = await card();
    expect(order.getByText(/waits for your payment/)).toBeVisible();
    network.answer({
      'POST /api/payment/checkout-session': problem(409, 'conflict', 'This order is paid already.'),
    });
    await user.click(order.getByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText('This order is paid already.')).toBeVisible();
  });
});

describe('the page of an order', () => {
  it('has its own URL, its history and its invoice', async () => {
    const customerDetails = { ...anOrder().customerDetails, notes: 'Ring twice.' };
    const change = { by: 'admin', what: 'order-status', from: 'pending', note: '' } as const;
    const history: Order['history'] = [
      { ...change, at: '2026-11-19T08:00:00.000Z', by: 'customer', from: null, to: 'pending' },
      { ...change, at: '2026-11-20T04:00:00.000Z', to: 'shipped', note: 'By courier' },
      { ...change, at: '2026-11-20T05:00:00.000Z', what: 'payment-status', to: 'paid' },
    ];
    await openOrder(orderOf({ orderStatus: 'shipped', history, customerDetails }));
    expect(await screen.findByRole('heading', { level: 1, name: 'KM-7H2K-94QX' })).toBeVisible();
    const entries = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Payment paid'),
      expect.stringMatching(/20 November 2026.*ShippedBy courier/),
      expect.stringContaining('Placed'),
    ]);
    expect(screen.getByText('Ring twice.')).toBeVisible();
    await waitFor(() => expect(document.title).toContain('KM-7H2K-94QX'));
  });

  it.each<[string, string, Order['documents']]>([
    ['confirmation', 'invoice', []],
    ['invoice', 'invoice', ['invoice']],
    ['credit note', 'credit-note', ['invoice', 'credit-note']],
  ])('downloads the %s named by the order (/%s)', async (name, path, documents) => {
    const { user, network } = await openOrder(orderOf({ documents }));
    URL.createObjectURL = () => 'blob:document';
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    network.answer({
      [`${orderUrl}/${path}`]: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    });
    await user.click(await screen.findByRole('button', { name: `Download ${name}` }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    const download = `${name.replace(' ', '-')}-KM-7H2K-94QX.pdf`;
    expect(click.mock.contexts[0]).toMatchObject({ download, href: 'blob:document' });
    expect(screen.queryAllByRole('button', { name: /credit note/ })).toHaveLength(
      documents.length === 2 ? 1 : 0,
    );
    click.mockRestore();
  });

  it.each([
    ['of another user', `/order?id=${id}`],
    ['without an id', '/order'],
    ['with an invalid id', '/order?id=../orders'],
  ])('shows that an order does not exist: %s', async (_, address) => {
    await openOrder(problem(404, 'not-found', 'There is no such order.'), address);
    expect(await screen.findByText('There is no such order in your account.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'My Orders' }))
      expect(link).toHaveAttribute('href', '/orders');
  });

  it('requests again on Retry when the order failed to load', async () => {
    const { user, network } = await openOrder(down);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
    network.answer({ [orderUrl]: { success: true, data: anOrder() } });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'KM-7H2K-94QX' })).toBeVisible();
  });
});

describe('returns', () => {
  const settledReturn = (changes: Partial<Order['returns'][number]> = {}): Order['returns'][number] => ({
    id: '66000000000000000000a1b2',
    reference: '00A1B2',
    payment: npr(9_000),
    credit: npr(0),
    state: 'due',
    at: '2026-11-25T08:00:00.000Z',
    ...changes,
  });

  it('link to the form with the last day, while goods can be returned', async () => {
    const answer = orderOf({ returnUntil: '2026-12-21T08:00:00.000Z' });
    await renderPage(<OrderPage />, {
      address: `/order?id=${id}`,
      answers: { [orderUrl]: answer },
      widgets,
      otherPages: ['/returns/new'],
    });
    expect((await card()).getByRole('link', { name: 'Return items' })).toHaveAttribute(
      'href',
      `/returns/new?order=${id}`,
    );
    expect((await card()).getByText('You can return items until 21 December 2026.')).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it.each([
    ['they cannot be returned', null, ['/returns/new']],
    ['the form is not deployed', '2026-12-21T08:00:00.000Z', []],
  ])('have no link when %s', async (_, returnUntil, otherPages) => {
    await renderPage(<OrderPage />, {
      address: `/order?id=${id}`,
      answers: { [orderUrl]: orderOf({ returnUntil }) },
      widgets,
      otherPages,
    });
    await card();
    expect(screen.queryByRole('link', { name: 'Return items' })).not.toBeInTheDocument();
  });

  it.each<[Partial<Order['returns'][number]>, string]>([
    [{}, 'Return 00A1B2: NPR 90 back to Card, not yet sent'],
    [{ state: 'by-hand' }, 'Return 00A1B2: NPR 90 back to Card, we hand it to you'],
    [{ state: 'done', credit: npr(1_000) }, 'Return 00A1B2: NPR 90 back to Card, done; NPR 10 as credit'],
    [{ payment: npr(0), credit: npr(1_000), state: 'done' }, 'Return 00A1B2: NPR 10 as credit'],
    [{ payment: npr(0), state: 'done' }, 'Return 00A1B2: no refund'],
  ])('show what was refunded (%j)', async (changes, text) => {
    await listOf({ paymentMethod: 'card', paymentStatus: 'paid', returns: [settledReturn(changes)] });
    expect((await card()).getByText(text)).toBeVisible();
  });

  it('have a credit note on the page of the order', async () => {
    const downloads: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    const returns = [settledReturn()];
    const { user } = await renderPage(<OrderPage />, {
      address: `/order?id=${id}`,
      answers: {
        [orderUrl]: orderOf({ returns }),
        [`${orderUrl}/credit-note?return=${returns[0]?.id}`]: () =>
          new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
      },
      widgets,
    });
    const button = await screen.findByRole('button', { name: 'Download credit note of return 00A1B2' });
    await user.click(button);
    await waitFor(() => expect(downloads).toEqual(['credit-note-of-return-00A1B2-KM-7H2K-94QX.pdf']));
  });

  it('are empty when an older service does not send them', () => {
    const { returns: _returns, returnUntil: _until, ...older } = anOrder();
    expect(orderAnswer.parse({ order: older })).toMatchObject({ returns: [], returnUntil: null });
    expect(orderAnswer.parse({ order: { ...older, returns: [{}, settledReturn()] } }).returns).toHaveLength(
      1,
    );
  });
});

describe('an answer with orders', () => {
  it('may be wrapped or bare, and drops invalid orders (SIL-03)', () => {
    expect(ordersPageAnswer.safeParse([anOrder(), null, {}]).data).toMatchObject({
      totalOrders: 1,
      page: 1,
      totalPages: 1,
    });
    expect(ordersPageAnswer.safeParse({ orders: {} }).data).toBeUndefined();
    expect(orderAnswer.safeParse(orderOf()).data?._id).toBe(id);
    expect(orderAnswer.safeParse(anOrder()).data?._id).toBe(id);
    expect(orderAnswer.safeParse({ order: { _id: id } }).data).toBeUndefined();
    expect(orderAnswer.safeParse({ ...anOrder(), documents: undefined }).data?.documents).toEqual([]);
  });

  it('has a step for each status but cancelled, a plain tax label when none is stored, and is in progress until completed', () => {
    expect([taxLabelOf(taxedOrder), taxLabelOf({})]).toEqual(['Tax (8%)', 'Tax']);
    expect(isUnderWay(anOrder())).toBe(true);
    expect(isUnderWay(anOrder({ orderStatus: 'delivered' }))).toBe(false);
    expect(isUnderWay(anOrder({ orderStatus: 'cancelled', paymentStatus: 'paid' }))).toBe(true);
    expect(isUnderWay(anOrder({ orderStatus: 'cancelled', paymentStatus: 'refunded' }))).toBe(false);
  });
});
