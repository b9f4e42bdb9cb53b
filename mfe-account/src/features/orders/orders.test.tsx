import type { Order } from '@kinmel/contracts';
import { down, json, problem, renderPage } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { isUnderWay, stepOf } from './order.rules.ts';
import { orderAnswer, ordersPageAnswer } from './order-answers.ts';
import OrderPage from './order-page.tsx';
import OrdersPage from './orders-page.tsx';
import { pollEveryMs } from './use-polling-interval.ts';

const id = 'a'.repeat(24);
const list = '/api/checkout-orders/user/orders?page=1&limit=10';
const one = `/api/checkout-orders/${id}`;

function anOrder(changes: Partial<Order> = {}): Order {
  return {
    _id: id,
    id,
    orderNumber: 'KM-7H2K-94QX',
    customerDetails: {
      name: 'Aarati Gurung',
      email: 'aarati@example.com',
      phone: '+977 980 555 0147',
      address: 'Kumaripati 12',
      city: 'Lalitpur',
      zipCode: '44700',
      notes: 'Ring twice.',
    },
    products: [
      {
        productId: '1'.repeat(24),
        name: 'Galaxy S25 Ultra',
        details: '256 GB, Titanium Gray',
        image: '/uploads/galaxy-s25-ultra/640.webp',
        price: 144_900,
        originalPrice: 164_900,
        quantity: 1,
        lineTotal: 144_900,
        promoCode: null,
        specialOffer: {
          id: '2'.repeat(24),
          title: 'Galaxy Festival',
          description: '',
          discount: '12% OFF',
          discountPercentage: 12,
        },
      },
      {
        productId: '3'.repeat(24),
        name: 'Galaxy Watch7',
        image: '',
        price: 34_900,
        originalPrice: 34_900,
        quantity: 2,
        lineTotal: 69_800,
        promoCode: null,
        specialOffer: null,
      },
    ],
    pricing: { subtotal: 214_700, shipping: 0, tax: 17_176, total: 231_876 },
    decisions: [{ rule: 'tax', line: null, title: 'Tax (8%)', amount: 17_176 }],
    promoCode: null,
    paymentMethod: 'cash_on_delivery',
    paymentStatus: 'pending',
    orderStatus: 'pending',
    adminNotes: '',
    history: [],
    canCancel: true,
    canPay: false,
    payUntil: null,
    createdAt: '2026-11-19T08:00:00.000Z',
    updatedAt: '2026-11-19T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

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

const openList = (answer: unknown = pageOf([anOrder()]), address = '/orders', at = list) =>
  renderPage(<OrdersPage />, { address, answers: { [at]: answer as object }, widgets });
const openOne = (answer: unknown, address = `/order?id=${id}`) =>
  renderPage(<OrderPage />, { address, answers: { [one]: answer as object }, widgets });
const card = async () => within(await screen.findByRole('article', { name: 'KM-7H2K-94QX' }));

describe('My Orders', () => {
  it('has no row for a zero tax, and a plain label when an older order has none (ORD-02)', async () => {
    const untaxed = { subtotal: 214_700, shipping: 0, tax: 0, total: 214_700 };
    await openList(
      pageOf([
        anOrder({ pricing: untaxed }),
        anOrder({ _id: '5'.repeat(24), id: '5'.repeat(24), orderNumber: 'KM-OLD', decisions: [] }),
      ]),
    );
    expect((await card()).queryByText(/^Tax/)).not.toBeInTheDocument();
    expect(within(screen.getByRole('article', { name: 'KM-OLD' })).getByText('Tax')).toBeVisible();
  });

  it('shows a card with items, amounts, payment and delivery (ORD-01, ORD-02, ORD-03, ROLE-06)', async () => {
    await openList();
    const order = await card();
    expect(order.getByText('Placed 19 November 2026')).toBeVisible();
    expect(order.getByText('Galaxy S25 Ultra')).toBeVisible();
    expect(order.getByText('256 GB, Titanium Gray')).toBeVisible();
    // The thumbnail is decorative, as the name is beside it.
    const [thumbnail] = order.getAllByRole('presentation');
    expect(thumbnail).toHaveAttribute('src', expect.stringMatching(/^\/uploads\/.+\.webp$/));
    expect(order.getByText('12% off')).toBeVisible();
    expect(order.getByText('Qty 2')).toBeVisible();
    expect(order.getByText('NPR 69,800')).toBeVisible();
    expect(order.getByText('NPR 231,876')).toBeVisible();
    expect(order.getByText('Free')).toBeVisible();
    expect(order.getByText('Tax (8%)').nextElementSibling).toHaveTextContent('NPR 17,176');
    expect(order.getByText('Cash on delivery, pending')).toBeVisible();
    expect(order.getByText('Aarati Gurung, Kumaripati 12, Lalitpur 44700, +977 980 555 0147')).toBeVisible();
    expect(screen.getByText('1 order')).toBeVisible();
  });

  it("shows the shop's note when there is one (ORD-04, SIL-34)", async () => {
    await openList(pageOf([anOrder({ adminNotes: 'We packed the larger band.' })]));
    const order = await card();
    expect(order.getByText('Update from the store')).toBeVisible();
    expect(order.getByText('We packed the larger band.')).toBeVisible();
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
      await openList(pageOf([anOrder({ orderStatus })]));
      const order = await card();
      expect(order.getByText(hint)).toBeVisible();
      const current = order
        .queryAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step');
      expect(current.map(({ textContent }) => textContent)).toEqual(step ? [step] : []);
    },
  );

  it('links to the shop while there are no orders (ORD-06)', async () => {
    await openList(pageOf([]));
    expect(await screen.findByRole('link', { name: 'Start Shopping' })).toHaveAttribute('href', '/');
  });

  it.each([
    ['the server refuses', problem(503, 'service-unavailable', 'Not now.'), 'Failed to fetch orders'],
    ['nothing comes', down, 'Something went wrong while fetching your orders'],
    [
      'what comes cannot be read',
      json({ orders: 'none' }),
      'Something went wrong while fetching your orders',
    ],
  ])('shows an error when %s, and retries (ERR-34, ERR-35)', async (_, reply, text) => {
    const { user, network } = await openList(reply);
    expect(await screen.findByText(text)).toBeVisible();
    network.answer({ [list]: pageOf([anOrder()]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card()).toBeDefined();
  });

  it('has its page number in the URL, with ten orders per page (ORD-07, ORD-08, SIL-36)', async () => {
    const second = '/api/checkout-orders/user/orders?page=2&limit=10';
    const { network } = await openList(pageOf([anOrder()], { totalPages: 2, totalOrders: 14 }));
    await card();
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    network.answer({
      [second]: pageOf([anOrder({ orderNumber: 'KM-OLD' })], {
        currentPage: 2,
        totalPages: 2,
        totalOrders: 14,
      }),
    });
    // The new page suspends for another remote's button, which needs an awaited act.
    await act(async () => screen.getByRole('link', { name: 'Next' }).click());
    expect(await screen.findByRole('article', { name: 'KM-OLD' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/orders');
    // The pressed link is at the end of the previous page and disabled on this one.
    expect(screen.getByRole('heading', { level: 1, name: 'My Orders page 2' })).toHaveFocus();
  });

  it('requests the first page for an invalid page number', async () => {
    await openList(undefined, '/orders?page=-3');
    expect(await card()).toBeDefined();
  });

  it('shows an error when another page fails, without the previous page (ERR-34)', async () => {
    const second = '/api/checkout-orders/user/orders?page=2&limit=10';
    const { network } = await openList(pageOf([anOrder()], { totalPages: 2, totalOrders: 14 }));
    await card();
    network.answer({ [second]: problem(500, 'internal', '') });
    await act(async () => screen.getByRole('link', { name: 'Next' }).click());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch orders');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    network.answer({
      [second]: pageOf([anOrder({ orderNumber: 'KM-OLD' })], { currentPage: 2, totalPages: 2 }),
    });
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
    expect(await screen.findByRole('article', { name: 'KM-OLD' })).toBeVisible();
  });

  it('redirects from beyond the last page to the last, and never shows a full list as empty (SIL-36)', async () => {
    const beyond = '/api/checkout-orders/user/orders?page=9&limit=10';
    const { address } = await renderPage(<OrdersPage />, {
      address: '/orders?page=9',
      answers: {
        [beyond]: pageOf([], { currentPage: 9, totalPages: 2, totalOrders: 14 }),
        '/api/checkout-orders/user/orders?page=2&limit=10': pageOf([anOrder()], {
          currentPage: 2,
          totalPages: 2,
          totalOrders: 14,
        }),
      },
      widgets,
    });
    expect(await card()).toBeDefined();
    expect(address()).toBe('/orders?page=2');
    expect(screen.queryByText('You have no orders yet.')).not.toBeInTheDocument();
  });

  it('stops polling while its tab is hidden, and continues when visible', async () => {
    jest.useFakeTimers();
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const show = async (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    };
    try {
      const { network } = await openList();
      await act(() => jest.advanceTimersByTimeAsync(100));
      await show('hidden');
      const asked = network.count(list);
      await act(() => jest.advanceTimersByTimeAsync(5 * pollEveryMs));
      expect(network.count(list)).toBe(asked);
      await show('visible');
      await act(() => jest.advanceTimersByTimeAsync(pollEveryMs));
      expect(network.count(list)).toBe(asked + 1);
    } finally {
      visibility.mockRestore();
      jest.useRealTimers();
    }
  });

  it('updates an order in progress by polling, and stops when it is completed', async () => {
    jest.useFakeTimers();
    try {
      const { network } = await openList();
      await act(() => jest.advanceTimersByTimeAsync(100));
      network.answer({ [list]: pageOf([anOrder({ orderStatus: 'delivered' })]) });
      await act(() => jest.advanceTimersByTimeAsync(pollEveryMs));
      expect(screen.getByText(/has arrived/)).toBeVisible();
      const asked = network.count(list);
      await act(() => jest.advanceTimersByTimeAsync(5 * pollEveryMs));
      expect(network.count(list)).toBe(asked);
    } finally {
      jest.useRealTimers();
    }
  });

  it('has no axe violations', async () => {
    await openList();
    await card();
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('the actions on an order', () => {
  it('cancel it after a confirmation, once (SIL-37)', async () => {
    const { user, network } = await openList();
    const order = await card();
    await user.click(order.getByRole('button', { name: 'Cancel order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order KM-7H2K-94QX?' }));
    expect(dialog.getByRole('button', { name: 'Keep order' })).toHaveFocus();
    const cancelled = anOrder({ orderStatus: 'cancelled', canCancel: false });
    network.answer({
      [`POST ${one}/cancel`]: json({ success: true, order: cancelled }),
      [list]: pageOf([cancelled]),
    });
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Order KM-7H2K-94QX was cancelled.')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument(),
    );
    // The focused button was removed: its order has the focus.
    expect(screen.getByRole('article', { name: 'KM-7H2K-94QX' })).toHaveFocus();
  });

  it('show why it cannot be cancelled any more, and keep the order', async () => {
    const { user, network } = await openList();
    await user.click((await card()).getByRole('button', { name: 'Cancel order' }));
    network.answer({
      [`POST ${one}/cancel`]: problem(409, 'not-cancellable', 'This order is being prepared.'),
    });
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    expect(await dialog.findByText('This order is being prepared.')).toBeVisible();
  });

  it('buy it again, without the discount of an offer', async () => {
    await openList();
    expect(await screen.findByRole('button', { name: 'Buy again (1)' })).toBeVisible();
  });

  it('show that it is unpaid, and why a payment failed', async () => {
    const { user, network } = await openList(pageOf([anOrder({ paymentMethod: 'card', canPay: true })]));
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
    const history: Order['history'] = [
      {
        at: '2026-11-19T08:00:00.000Z',
        by: 'customer',
        what: 'order-status',
        from: null,
        to: 'pending',
        note: '',
      },
      {
        at: '2026-11-20T04:00:00.000Z',
        by: 'admin',
        what: 'order-status',
        from: 'pending',
        to: 'shipped',
        note: 'By courier',
      },
      {
        at: '2026-11-20T05:00:00.000Z',
        by: 'shop',
        what: 'payment-status',
        from: 'pending',
        to: 'paid',
        note: '',
      },
    ];
    await openOne({ success: true, order: anOrder({ orderStatus: 'shipped', history }) });
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

  it('downloads the invoice named by its number', async () => {
    const { user, network } = await openOne({ success: true, order: anOrder() });
    const createObjectURL = jest.fn(() => 'blob:invoice');
    Object.assign(URL, { createObjectURL });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    network.answer({
      [`${one}/invoice`]: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Download invoice' }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect(click.mock.contexts[0]).toMatchObject({
      download: 'invoice-KM-7H2K-94QX.pdf',
      href: 'blob:invoice',
    });
    click.mockRestore();
  });

  it.each([
    ['of another user', `/order?id=${id}`],
    ['without an id', '/order'],
    ['with an id that is none', '/order?id=../orders'],
  ])('shows that the order does not exist: one %s', async (_, address) => {
    await openOne(problem(404, 'not-found', 'There is no such order.'), address);
    expect(await screen.findByText('There is no such order in your account.')).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'My Orders' }))
      expect(link).toHaveAttribute('href', '/orders');
  });

  it('requests again on Retry when the order failed to load', async () => {
    const { user, network } = await openOne(down);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
    network.answer({ [one]: { success: true, data: anOrder() } });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'KM-7H2K-94QX' })).toBeVisible();
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
    expect(orderAnswer.safeParse({ success: true, order: anOrder() }).data?._id).toBe(id);
    expect(orderAnswer.safeParse(anOrder()).data?._id).toBe(id);
    expect(orderAnswer.safeParse({ order: { _id: id } }).data).toBeUndefined();
  });

  it('has a step for each status but cancelled, and is in progress until completed', () => {
    expect(stepOf('cancelled')).toBeUndefined();
    expect(isUnderWay(anOrder())).toBe(true);
    expect(isUnderWay(anOrder({ orderStatus: 'delivered' }))).toBe(false);
    expect(isUnderWay(anOrder({ orderStatus: 'cancelled', paymentStatus: 'paid' }))).toBe(true);
    expect(isUnderWay(anOrder({ orderStatus: 'cancelled', paymentStatus: 'refunded' }))).toBe(false);
  });
});
