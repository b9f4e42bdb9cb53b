import { needsNote, orderLife, orderStatuses, type PaymentStatus } from '@kinmel/contracts';
import type { ProblemError } from '@kinmel/service-kit';
import fc from 'fast-check';
import { markRefunded, markRefundedByHand } from '../payments/payment.rules.ts';
import { anOrder } from '../testing/order-builder.ts';
import {
  addPageToClose,
  cancel,
  cancelByCustomer,
  cancelUnpaid,
  deletedBuyer,
  forgetBuyer,
  forgetWhenOver,
  hasBegun,
  isOver,
  isPayable,
  keepUnpaid,
  leftToPay,
  owedByStaffSince,
  payWithinMs,
  placedEvent,
  taxLabelOf,
  updateStatus,
} from './order.rules.ts';
import type { Order } from './order.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const admin = { now, actor: { by: 'admin', who: 'admin-1' } } as const;
const customer = { now, actor: { by: 'customer', who: 'user-1' } } as const;
const shop = { now, actor: { by: 'shop', who: null } } as const;
const card = anOrder({ paymentMethod: 'card', payUntil: new Date(now.getTime() + payWithinMs) });
const paidCard = anOrder({
  paymentMethod: 'card',
  paymentStatus: 'paid',
  onlinePayment: { sessionId: 's', paymentId: 'p' },
});

describe('cancelling by the customer (ORD-O5, SIL-37)', () => {
  it('cancels a pending order with an event and a history entry', () => {
    const change = cancelByCustomer(anOrder(), 'Too slow', customer);
    expect(change?.order).toMatchObject({ orderStatus: 'cancelled', version: 2, refund: null });
    expect(change?.order.history.at(-1)).toMatchObject({
      by: 'customer',
      who: 'user-1',
      from: 'pending',
      to: 'cancelled',
      note: 'Too slow',
    });
    expect(change?.events).toMatchObject([
      { type: 'order.cancelled', aggregateVersion: 2, data: { reason: 'customer', money: 'none' } },
    ]);
  });

  it('changes nothing the second time', () => {
    expect(cancelByCustomer(anOrder({ orderStatus: 'cancelled' }), '', customer)).toBeUndefined();
  });

  it.each(['confirmed', 'processing', 'shipped', 'delivered'] as const)(
    'rejects a %s order',
    (orderStatus) => {
      expect(() => cancelByCustomer(anOrder({ orderStatus }), '', customer)).toThrow(
        expect.objectContaining({ code: 'not-cancellable' }),
      );
    },
  );

  it("keeps the customer's reason out of events, which are mailed to an unverified address (ORD-O14)", () => {
    const cancelled = cancelByCustomer(paidCard, 'Call 9800000000', customer);
    const paidBack = cancelled && markRefunded(cancelled.order, shop);
    expect(JSON.stringify([cancelled?.events, paidBack?.events])).not.toContain('9800000000');
    expect(paidBack?.order.history.map(({ note }) => note)).toContain('Call 9800000000');
  });
});

it.each([
  ['pending', false],
  ['processing', false],
  ['shipped', true],
  ['delivered', true],
] as const)(
  'the cancellation of a %s order says whether its goods had left the shop',
  (orderStatus, hasLeftShop) => {
    const { events } = cancel(anOrder({ orderStatus }), { reason: 'admin', note: '' }, admin);
    expect(events).toMatchObject([{ type: 'order.cancelled', data: { hasLeftShop } }]);
  },
);

it('goods that were delivered have left the shop, although staff reset its status (ORD-O5)', () => {
  const update = { orderStatus: 'pending', adminNotes: 'Wrong order.' } as const;
  const resetOrder = updateStatus(anOrder({ orderStatus: 'delivered' }), update, admin)?.order;
  expect(resetOrder && cancelByCustomer(resetOrder, '', customer)?.events).toMatchObject([
    { data: { hasLeftShop: true } },
  ]);
});

describe('the money of a cancelled order (ORD-O5, ORD-O10)', () => {
  const refund = { amountInMinorUnits: 108_000, note: '', since: now };
  const cash = anOrder({ paymentStatus: 'paid' });
  it.each<[string, Order, string]>([
    ['that is unpaid', card, 'none'],
    ['whose card was declined', { ...card, paymentStatus: 'failed' }, 'none'],
    ['paid by card', paidCard, 'goes-back'],
    ['paid by card and marked otherwise', { ...paidCard, paymentStatus: 'failed' }, 'goes-back'],
    [
      'paid by card whose refund is under way',
      { ...paidCard, refund: { ...refund, state: 'due' } },
      'goes-back',
    ],
    ['paid by card whose refund failed', { ...paidCard, refund: { ...refund, state: 'failed' } }, 'by-hand'],
    ['paid by card and refunded', { ...paidCard, refund: { ...refund, state: 'done' } }, 'already-back'],
    ['paid in cash', cash, 'by-hand'],
    ['paid by card, marked by hand', { ...card, paymentStatus: 'paid' }, 'by-hand'],
    ['paid in cash and given back', { ...cash, paymentStatus: 'refunded' }, 'already-back'],
  ])('is in the event: %s', (_, order, money) => {
    const { events, order: after } = cancel(order, { reason: 'admin', note: '' }, admin);
    expect(events).toMatchObject([{ type: 'order.cancelled', data: { money } }]);
    expect(after.refund?.state === 'due').toBe(money === 'goes-back');
    expect(owedByStaffSince(after) !== null).toBe(money === 'by-hand');
  });

  it('is reported with its final state when staff also set the payment', () => {
    const moneyOf = (order: Order, paymentStatus: PaymentStatus) =>
      updateStatus(order, { orderStatus: 'cancelled', paymentStatus, adminNotes: 'x' }, admin)?.events[0]
        ?.data;
    expect(moneyOf(anOrder(), 'paid')).toMatchObject({ money: 'by-hand' });
    expect(moneyOf(cash, 'refunded')).toMatchObject({ money: 'already-back' });
    expect(moneyOf(cash, 'failed')).toMatchObject({ money: 'none' });
  });
});

describe('an order with credit', () => {
  const credit = { amountInMinorUnits: 8_000, currency: 'NPR', isReturned: false } as const;
  const sum = { amountInMinorUnits: 8_000, currency: 'NPR' };
  const paidByCredit = anOrder({
    paymentMethod: 'credit',
    paymentStatus: 'paid',
    credit: { ...credit, amountInMinorUnits: 108_000 },
  });
  const event = (order: Order) => cancel(order, { reason: 'admin', note: '' }, admin).events[0]?.data;

  it('leaves the rest to pay and to refund, and its events have both parts (ORD-K3, ORD-K5)', () => {
    expect([leftToPay(anOrder()), leftToPay(anOrder({ credit })), leftToPay(paidByCredit)]).toEqual([
      108_000, 100_000, 0,
    ]);
    expect(placedEvent(anOrder({ credit }), { now }).data).toMatchObject({
      credit: sum,
      totalInMinorUnits: 108_000,
    });
    expect(placedEvent(anOrder(), { now }).data).not.toHaveProperty('credit');
    const cancelled = cancel({ ...paidCard, credit }, { reason: 'admin', note: '' }, admin);
    expect(cancelled.order.refund).toMatchObject({ state: 'due', amountInMinorUnits: 100_000 });
    expect(cancelled.events[0]?.data).toMatchObject({ money: 'goes-back', credit: sum });
    const refund = markRefundedByHand(anOrder({ paymentStatus: 'paid', credit }), '', admin);
    expect(refund?.events[0]?.data).toMatchObject({ amountInMinorUnits: 100_000, credit: sum });
  });

  it('publishes with its cancellation only the credit that it returns (ORD-K5)', () => {
    expect(event(anOrder({ credit }))).toMatchObject({ money: 'none', credit: sum });
    expect(event(anOrder({ credit: { ...credit, isReturned: true } }))).not.toHaveProperty('credit');
  });

  it('of a deleted account publishes no credit, because staff give it back (ORD-K8)', () => {
    for (const order of [anOrder({ credit }), paidByCredit]) {
      const data = event({ ...order, isBuyerDeleted: true });
      expect(data).toMatchObject({ money: 'by-hand' });
      expect(data).not.toHaveProperty('credit');
    }
    expect(event({ ...paidCard, credit, isBuyerDeleted: true })).toMatchObject({ money: 'goes-back' });
    const refundEvents = (order: Order) =>
      markRefundedByHand({ ...order, isBuyerDeleted: true }, '', admin)?.events;
    const [refundEvent] = refundEvents(anOrder({ paymentStatus: 'paid', credit })) ?? [];
    expect(refundEvent?.data).toMatchObject({ amountInMinorUnits: 100_000 });
    expect(refundEvent?.data).not.toHaveProperty('credit');
    expect(refundEvents(paidByCredit)).toEqual([]);
  });

  it('that credit pays completely is refunded when it is cancelled, once (ORD-K5)', () => {
    const { order, events } = cancel(paidByCredit, { reason: 'admin', note: '' }, admin);
    expect(order).toMatchObject({ orderStatus: 'cancelled', paymentStatus: 'refunded', refund: null });
    expect(order.history.slice(-2)).toMatchObject([
      { what: 'payment-status', from: 'paid', to: 'refunded', note: '' },
      { what: 'order-status', to: 'cancelled' },
    ]);
    expect(events[0]?.data).toMatchObject({ money: 'already-back' });
    const refundedBefore = cancel(
      { ...paidByCredit, paymentStatus: 'refunded' },
      { reason: 'admin', note: '' },
      admin,
    );
    expect(refundedBefore.order.history).toHaveLength(2);
  });

  it('has a payment that staff cannot mark once credit paid it or went back (ORD-K3, ORD-K5)', () => {
    const mark = (order: Order, paymentStatus: PaymentStatus) => () =>
      updateStatus(order, { orderStatus: 'pending', paymentStatus, adminNotes: 'A note' }, admin);
    expect(mark(paidByCredit, 'pending')).toThrow(
      'Credit paid for this order. The refund button gives it back.',
    );
    const refundedCash = anOrder({ paymentStatus: 'refunded', credit: { ...credit, isReturned: true } });
    expect(mark(refundedCash, 'paid')).toThrow('The credit of this order went back, so it stays refunded.');
    expect(mark({ ...refundedCash, credit }, 'paid')()?.order.paymentStatus).toBe('paid');
    expect(mark({ ...refundedCash, paymentStatus: 'pending' }, 'paid')()?.order.paymentStatus).toBe('paid');
  });
});

describe('an unpaid card order (ORD-O6)', () => {
  const due = { ...card, payUntil: now };
  it('is cancelled when its time is over, not a millisecond earlier', () => {
    expect(cancelUnpaid(due, shop)?.order.orderStatus).toBe('cancelled');
    expect(cancelUnpaid({ ...card, payUntil: new Date(now.getTime() + 1) }, shop)).toBeUndefined();
  });
  it('is not cancelled when it is paid, cancelled, or not waiting', () => {
    expect(cancelUnpaid({ ...due, paymentStatus: 'paid' }, shop)).toBeUndefined();
    expect(cancelUnpaid({ ...due, orderStatus: 'cancelled' }, shop)).toBeUndefined();
    expect(cancelUnpaid(anOrder(), shop)).toBeUndefined();
  });
  it('is kept without a deadline once staff have confirmed it', () => {
    for (const orderStatus of ['confirmed', 'processing', 'shipped', 'delivered'] as const) {
      expect(cancelUnpaid({ ...due, orderStatus }, shop)).toBeUndefined();
      const keptOrder = keepUnpaid({ ...due, orderStatus }, shop);
      expect(keptOrder).toMatchObject({
        order: { orderStatus, payUntil: null, version: due.version + 1 },
        events: [],
      });
      expect(keptOrder?.order.history.at(-1)).toMatchObject({
        by: 'shop',
        what: 'note',
        from: null,
        to: 'not paid in time',
        note: 'Not paid in time. Not cancelled, because the order is already being worked on.',
      });
    }
    const notOverdue = { ...card, orderStatus: 'shipped', payUntil: new Date(now.getTime() + 1) } as const;
    expect(keepUnpaid(notOverdue, shop)).toBeUndefined();
    expect(keepUnpaid({ ...notOverdue, payUntil: null }, shop)).toBeUndefined();
    expect(keepUnpaid(due, shop)).toBeUndefined();
    expect(keepUnpaid({ ...due, orderStatus: 'shipped', paymentStatus: 'paid' }, shop)).toBeUndefined();
    expect(keepUnpaid({ ...due, orderStatus: 'cancelled' }, shop)).toBeUndefined();
  });
});

describe('steps by staff (ORD-O7, SIL-38, ACHK-18)', () => {
  it('publish order.status-changed, or order.cancelled for a cancellation', () => {
    const confirmed = updateStatus(anOrder(), { orderStatus: 'confirmed' }, admin);
    expect(confirmed?.events).toMatchObject([
      { type: 'order.status-changed', data: { from: 'pending', to: 'confirmed' } },
    ]);
    const cancellation = updateStatus(anOrder(), { orderStatus: 'cancelled' }, admin);
    expect(cancellation?.events).toMatchObject([{ type: 'order.cancelled', data: { reason: 'admin' } }]);
  });

  it('keep the version when nothing changes', () => {
    expect(updateStatus(anOrder(), { orderStatus: 'pending' }, admin)).toBeUndefined();
  });

  it('keep the note when none is sent (SIL-34)', () => {
    const orderWithNote = anOrder({ adminNotes: 'Call first' });
    expect(updateStatus(orderWithNote, { orderStatus: 'confirmed' }, admin)?.order.adminNotes).toBe(
      'Call first',
    );
  });

  it('mark cash as paid (ACHK-15), and a card with a note (ORD-O8)', () => {
    const paidUpdate = { orderStatus: 'delivered', adminNotes: 'x', paymentStatus: 'paid' } as const;
    const cashChange = updateStatus(anOrder(), paidUpdate, admin);
    expect(cashChange?.order).toMatchObject({ paymentStatus: 'paid', version: 2 });
    expect(cashChange?.order.history.slice(1).map(({ what }) => what)).toEqual([
      'order-status',
      'payment-status',
    ]);
    expect(updateStatus(card, { ...paidUpdate, orderStatus: 'pending' }, admin)?.order).toMatchObject({
      paymentStatus: 'paid',
      payUntil: null,
    });
  });
});

describe('a buyer whose account is deleted (ORD-O12)', () => {
  it('is removed from every field of a finished order', () => {
    const change = forgetBuyer(anOrder({ orderStatus: 'delivered' }), shop);
    expect(JSON.stringify(change?.order)).not.toMatch(/Sita|sita@|984|Durbar|user-1/);
    expect(change?.order.userId).toBe(deletedBuyer.userId);
    expect(change && forgetBuyer(change.order, shop)).toBeUndefined();
  });

  it('is removed from the notes of customer and staff too, while those of the shop stay', () => {
    const cancelled = cancel(anOrder(), { reason: 'customer', note: 'Sita will call.' }, customer).order;
    const update = { orderStatus: 'cancelled', adminNotes: 'Call Sita.' } as const;
    const order = updateStatus(cancelled, update, admin)?.order ?? cancelled;
    const forgotten = forgetBuyer(order, shop)?.order;
    expect(JSON.stringify(order)).toMatch(/Sita will call.*Call Sita/);
    expect(JSON.stringify(forgotten)).not.toMatch(/Sita/);
    const byShop = cancel(anOrder(), { reason: 'not-paid-in-time', note: 'Not paid in time.' }, shop);
    expect(JSON.stringify(forgetBuyer(byShop.order, shop)?.order)).toMatch(/Not paid in time/);
  });

  it('stays in a finished order until its refund is done', () => {
    const { order: cancelled } = cancel(paidCard, { reason: 'admin', note: '' }, admin);
    expect(cancelled.refund).toMatchObject({ state: 'due' });
    const markedOrder = forgetBuyer(cancelled, shop)?.order;
    if (!markedOrder) throw new Error('The order was not marked.');
    expect(markedOrder).toMatchObject({ isBuyerDeleted: true, customerDetails: { name: 'Sita Sharma' } });
    const finalChange = forgetWhenOver(markRefunded(markedOrder, shop), shop);
    expect(finalChange?.order).toMatchObject({
      ...deletedBuyer,
      paymentStatus: 'refunded',
      version: markedOrder.version + 1,
    });
  });

  it('stays in a cancelled order until staff handed its money back', () => {
    const paidInCash = anOrder({ paymentStatus: 'paid' });
    const { order: cancelled } = cancel(paidInCash, { reason: 'admin', note: '' }, admin);
    const markedOrder = forgetBuyer(cancelled, shop)?.order;
    if (!markedOrder) throw new Error('The order was not marked.');
    expect(markedOrder.customerDetails.name).toBe('Sita Sharma');
    expect(forgetWhenOver(markRefundedByHand(markedOrder, '', admin), admin)?.order).toMatchObject(
      deletedBuyer,
    );
  });

  it.each<Partial<Order>>([
    { undecidedPages: [{ sessionId: 'khalti_1', since: now }] },
    { secondPayments: [{ paymentId: 'pi_2', amountInMinorUnits: 1, state: 'due', since: now }] },
  ])('stays in a finished order while another payment is open: %j', (open) => {
    const order = anOrder({ orderStatus: 'cancelled', ...open });
    expect(forgetBuyer(order, shop)?.order).toMatchObject({ isBuyerDeleted: true, userId: order.userId });
  });

  it('stays in an open order, and is removed in the write that finishes it', () => {
    const markedOrder = forgetBuyer(anOrder({ orderStatus: 'shipped' }), shop)?.order;
    if (!markedOrder) throw new Error('The order was not marked.');
    expect(markedOrder).toMatchObject({ isBuyerDeleted: true, customerDetails: { name: 'Sita Sharma' } });
    const finalChange = forgetWhenOver(updateStatus(markedOrder, { orderStatus: 'delivered' }, admin), admin);
    expect(finalChange?.order).toMatchObject({
      ...deletedBuyer,
      orderStatus: 'delivered',
      version: markedOrder.version + 1,
    });
    // The event still has the address for the mail.
    expect(finalChange?.events[0]?.data).toMatchObject({ customer: { email: 'sita@example.com' } });
  });
});

it('each step of any sequence raises the version by one, is in the history, and never leaves cancelled (ORD-O7)', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...orderStatuses), { maxLength: 12 }), (steps) => {
      let order = anOrder();
      for (const orderStatus of steps) {
        const before = order;
        try {
          order = updateStatus(before, { orderStatus, adminNotes: 'why' }, admin)?.order ?? before;
        } catch {
          expect(before.orderStatus).toBe('cancelled');
          continue;
        }
        if (before.orderStatus === 'cancelled') expect(orderStatus).toBe('cancelled');
        expect(order.orderStatus).toBe(orderStatus);
        expect(order.version - before.version).toBe(order === before ? 0 : 1);
        if (orderStatus !== before.orderStatus)
          expect(order.history.at(-1)).toMatchObject({
            from: before.orderStatus,
            to: orderStatus,
            who: 'admin-1',
          });
      }
    }),
  );
});

describe('the event of a new order (ORD-O4)', () => {
  it('has each line with its offer, the prices and the delivery address', () => {
    const offerLine = {
      ...anOrder().lines[0],
      productId: 'b'.repeat(24),
      isProduct: false,
      specialOffer: { id: 'b'.repeat(24), title: 'T', description: '', discount: '', discountPercentage: 0 },
    };
    const order = anOrder({
      lines: [...anOrder().lines, offerLine as never],
      promoCode: 'DASHAIN10',
      offerIds: ['b'.repeat(24)],
    });
    expect(placedEvent(order, { now })).toMatchObject({
      type: 'order.placed',
      aggregateId: order.id,
      aggregateVersion: 1,
      occurredAt: now.toISOString(),
      data: {
        orderId: order.id,
        orderNumber: 'KM-7H2K-94QX',
        userId: 'user-1',
        customer: { name: 'Sita Sharma', email: 'sita@example.com' },
        lines: [
          {
            productId: 'a'.repeat(24),
            isProduct: true,
            offerId: null,
            name: 'Galaxy S26',
            details: '256 GB, Silver',
            quantity: 1,
            priceInMinorUnits: 100_000,
            lineTotalInMinorUnits: 100_000,
          },
          { isProduct: false, offerId: 'b'.repeat(24) },
        ],
        offerIds: ['b'.repeat(24)],
        promoCode: 'DASHAIN10',
        taxInMinorUnits: 8_000,
        taxLabel: 'Tax (8%)',
        totalInMinorUnits: 108_000,
        paymentMethod: 'cash_on_delivery',
        deliverTo: 'Durbar Marg 5, Kathmandu 44600',
      },
    });
  });

  it('has the label of its tax', () => {
    const otherDecision = { rule: 'shipping-fee', line: null, title: 'Fee', amountInMinorUnits: 1 } as const;
    const tax = { rule: 'tax', line: null, title: 'VAT', amountInMinorUnits: 1 } as const;
    expect(taxLabelOf({ decisions: [otherDecision, tax] })).toBe('VAT');
    expect(taxLabelOf({ decisions: [otherDecision] })).toBe('Tax');
  });
});

describe('the steps that need no note (ORD-O7)', () => {
  const usualSteps = [
    'pending>confirmed',
    'pending>processing',
    'pending>cancelled',
    'confirmed>processing',
    'confirmed>cancelled',
    'processing>shipped',
    'processing>cancelled',
    'shipped>delivered',
  ];
  const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ from, to })));
  it.each(pairs)('from $from to $to', ({ from, to }) => {
    expect(needsNote(orderLife, from, to)).toBe(from !== to && !usualSteps.includes(`${from}>${to}`));
  });

  it.each([
    ['pending', false, false],
    ['confirmed', true, false],
    ['processing', true, false],
    ['shipped', true, false],
    ['delivered', true, true],
    ['cancelled', false, true],
  ] as const)('%s has begun: %s, is finished: %s', (status, isBegun, isFinished) => {
    expect([hasBegun(status), isOver(status)]).toEqual([isBegun, isFinished]);
  });
});

describe('a card order (ORD-O6, ORD-O9)', () => {
  it('is payable for half an hour', () => {
    expect(payWithinMs).toBe(1_800_000);
    expect(isPayable(card, now)).toBe(true);
    expect(isPayable({ ...card, paymentStatus: 'failed' }, now)).toBe(true);
    expect(isPayable({ ...card, payUntil: new Date(now.getTime() + 1) }, now)).toBe(true);
    expect(isPayable({ ...card, payUntil: now }, now)).toBe(false);
  });

  it.each<[string, Partial<Order>]>([
    ['paid', { paymentStatus: 'paid' }],
    ['refunded', { paymentStatus: 'refunded' }],
    ['cancelled', { orderStatus: 'cancelled' }],
    ['not waiting', { payUntil: null }],
    ['paid in cash', { paymentMethod: 'cash_on_delivery' }],
  ])('is not payable when it is %s', (_what, overrides) => {
    expect(isPayable({ ...card, ...overrides }, now)).toBe(false);
  });
});

describe('money that staff hand back (ORD-O10)', () => {
  const earlier = new Date('2026-11-19T12:00:00.000Z');
  const entry = (overrides: Partial<Order['history'][number]>): Order['history'][number] => ({
    at: earlier,
    ...admin.actor,
    what: 'order-status',
    from: 'pending',
    to: 'cancelled',
    note: '',
    ...overrides,
  });
  const unrefundedOrder = anOrder({ orderStatus: 'cancelled', paymentStatus: 'paid', updatedAt: now });

  it('is due since the cancellation', () => {
    const since = [
      entry({}),
      entry({ at: now, to: 'pending' }),
      entry({ at: now, what: 'note', to: 'cancelled' }),
    ];
    expect(owedByStaffSince({ ...unrefundedOrder, history: since })).toEqual(earlier);
    expect(owedByStaffSince({ ...unrefundedOrder, history: [] })).toEqual(now);
  });

  it('is due since the refund failed', () => {
    const refund = { state: 'failed', amountInMinorUnits: 1, note: '', since: earlier } as const;
    expect(owedByStaffSince({ ...paidCard, refund })).toEqual(earlier);
  });

  it.each<[string, Partial<Order>]>([
    ['not cancelled', { orderStatus: 'delivered' }],
    ['not paid', { paymentStatus: 'pending' }],
    ['given back', { refund: { state: 'done', amountInMinorUnits: 1, note: '', since: earlier } }],
    ['paid by card', { onlinePayment: { sessionId: 's', paymentId: 'p' } }],
  ])('is not due for an order that is %s', (_what, overrides) => {
    expect(owedByStaffSince({ ...unrefundedOrder, ...overrides })).toBeNull();
  });
});

describe('the payment page of an order that needs no payment (ORD-O5, ORD-O8)', () => {
  const onPage = { ...card, onlinePayment: { sessionId: 's', paymentId: null } };
  const page = { sessionId: 's', since: now };

  it('is closed, once', () => {
    expect(addPageToClose(onPage, 's', now)).toEqual({ pagesToClose: [page] });
    const earlier = { sessionId: 's0', since: now };
    expect(addPageToClose({ ...onPage, pagesToClose: [earlier] }, 's', now)).toEqual({
      pagesToClose: [earlier, page],
    });
    expect(addPageToClose({ ...onPage, pagesToClose: [earlier, page] }, 's', now)).toEqual({});
    expect(addPageToClose(onPage, null, now)).toEqual({});
  });

  it('is closed by a cancellation, unless it is paid or closed already', () => {
    const cancelled = (order: Order, isPageClosed?: boolean) =>
      cancel(order, { reason: 'admin', note: '', ...(isPageClosed ? { isPageClosed } : {}) }, admin).order;
    expect(cancelled(onPage)).toMatchObject({ pagesToClose: [page], payUntil: null });
    expect(cancelled(onPage, true).pagesToClose).toBeUndefined();
    expect(cancelled(paidCard).pagesToClose).toBeUndefined();
    expect(cancelled(anOrder()).pagesToClose).toBeUndefined();
    const unpaid = cancelUnpaid({ ...onPage, payUntil: now }, shop);
    expect(unpaid?.order.pagesToClose).toBeUndefined();
    expect(unpaid?.order.history.at(-1)?.note).toBe('Not paid in time.');
    expect(unpaid?.events).toMatchObject([
      { data: { reason: 'not-paid-in-time', note: 'Not paid in time.' } },
    ]);
  });

  it('is closed when staff mark the order as paid, not by other marks', () => {
    const mark = (paymentStatus: PaymentStatus) =>
      updateStatus(onPage, { orderStatus: 'pending', paymentStatus, adminNotes: 'By bank' }, admin)?.order;
    expect(mark('paid')?.pagesToClose).toEqual([page]);
    expect(mark('failed')?.pagesToClose).toBeUndefined();
    expect(mark('failed')?.payUntil).toBeNull();
  });
});

describe('the note of a cancellation (ORD-O5, ORD-O14)', () => {
  it('is in event and refund when staff wrote it, not when the customer did', () => {
    const byStaff = cancel(paidCard, { reason: 'admin', note: 'Sold out' }, admin);
    expect(byStaff.order.refund).toEqual({
      state: 'due',
      amountInMinorUnits: 108_000,
      note: 'Sold out',
      since: now,
    });
    expect(byStaff.events[0]?.data).toMatchObject({
      note: 'Sold out',
      customer: { name: 'Sita Sharma', email: 'sita@example.com' },
    });
    const byCustomer = cancel(paidCard, { reason: 'customer', note: 'Too slow' }, customer);
    expect(byCustomer.order.refund?.note).toBe('');
    expect(byCustomer.events[0]?.data).toMatchObject({ note: '' });
    expect(byCustomer.order.history.at(-1)).toMatchObject({ what: 'order-status', note: 'Too slow' });
  });

  it('keeps a refund in progress', () => {
    const refund = { state: 'due', amountInMinorUnits: 5, note: 'Broken', since: now } as const;
    expect(cancel({ ...paidCard, refund }, { reason: 'admin', note: 'x' }, admin).order.refund).toBe(refund);
  });

  it('asks a customer who cancels too late to contact the shop', () => {
    expect(() => cancelByCustomer(anOrder({ orderStatus: 'shipped' }), '', customer)).toThrow(
      'This order is already being prepared and can no longer be cancelled here. Please contact us.',
    );
  });
});

describe('rejections of staff changes (ORD-O7, ORD-O8)', () => {
  const refusal = (order: Order, update: Parameters<typeof updateStatus>[1]) => {
    try {
      updateStatus(order, update, admin);
    } catch (error) {
      const { code, message, details } = error as ProblemError;
      return { code, message, at: details?.map(({ path, message: text }) => `${path}: ${text}`) };
    }
    return undefined;
  };
  const noteNeeded = ['adminNotes: Please write a note.'];
  const failedRefund = { state: 'failed', amountInMinorUnits: 108_000, note: '', since: now } as const;

  it('require a note for an unusual step', () => {
    expect(refusal(anOrder({ orderStatus: 'delivered' }), { orderStatus: 'pending' })).toEqual({
      code: 'invalid-request',
      message: 'Going from delivered to pending is not the usual way. Write a note that says why.',
      at: noteNeeded,
    });
  });

  it('keep a cancelled order cancelled', () => {
    const cancelled = anOrder({ orderStatus: 'cancelled' });
    expect(refusal(cancelled, { orderStatus: 'pending', adminNotes: 'x' })).toMatchObject({
      code: 'conflict',
      message:
        'A cancelled order stays cancelled: its pieces and its offers went back. Place a new order instead.',
    });
    expect(refusal(cancelled, { orderStatus: 'cancelled', adminNotes: 'x' })).toBeUndefined();
  });

  it('require the refund button or a note for a card payment', () => {
    const refundUpdate = { orderStatus: 'pending', paymentStatus: 'refunded', adminNotes: 'x' } as const;
    expect(refusal(paidCard, refundUpdate)).toMatchObject({
      code: 'conflict',
      message: 'Money that came by card goes back by the refund button only.',
    });
    expect(refusal({ ...paidCard, refund: { ...failedRefund, state: 'done' } }, refundUpdate)?.code).toBe(
      'conflict',
    );
    for (const paymentStatus of ['pending', 'failed'] as const)
      expect(refusal(paidCard, { ...refundUpdate, paymentStatus })).toMatchObject({
        code: 'conflict',
        message:
          'The payment service has the money of this order, so it stays paid. The refund button gives it back.',
      });
    const refundedCard = { ...paidCard, paymentStatus: 'refunded' } as const;
    expect(refusal(refundedCard, { ...refundUpdate, paymentStatus: 'paid' })?.code).toBe('conflict');
    expect(refusal(card, { orderStatus: 'pending', paymentStatus: 'paid' })).toEqual({
      code: 'invalid-request',
      message: 'Card payments are marked by the payment service. Write a note to do it by hand.',
      at: noteNeeded,
    });
    expect(
      refusal({ ...paidCard, paymentStatus: 'failed' }, { ...refundUpdate, paymentStatus: 'paid' }),
    ).toBeUndefined();
  });

  it('require a note to unmark a cash payment, none to mark it as refunded', () => {
    const cash = anOrder({ paymentStatus: 'paid' });
    for (const paymentStatus of ['pending', 'failed'] as const) {
      const corrected = { orderStatus: 'pending', paymentStatus } as const;
      expect(refusal(cash, corrected)).toEqual({
        code: 'invalid-request',
        message: 'This order is paid. Write a note that says why it is not.',
        at: noteNeeded,
      });
      expect(updateStatus(cash, { ...corrected, adminNotes: 'No.' }, admin)?.order).toMatchObject(corrected);
    }
    expect(refusal(cash, { orderStatus: 'pending', paymentStatus: 'refunded' })).toBeUndefined();
    expect(refusal(anOrder(), { orderStatus: 'pending', paymentStatus: 'failed' })).toBeUndefined();
  });

  it('keep a cash order with a credit note refunded (ORD-T5)', () => {
    const cash = anOrder({ paymentStatus: 'refunded' });
    const paidAgain = { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'x' } as const;
    expect(refusal({ ...cash, documents: ['invoice', 'credit-note'] }, paidAgain)).toMatchObject({
      code: 'conflict',
      message: 'This order has a credit note, so it stays refunded.',
    });
    expect(refusal({ ...cash, documents: ['invoice'] }, paidAgain)).toBeUndefined();
    expect(refusal(cash, paidAgain)).toBeUndefined();
  });

  it('allow staff to mark a failed refund as handed back (ORD-O10)', () => {
    const order = { ...paidCard, refund: failedRefund };
    const handedBack = {
      orderStatus: 'pending',
      paymentStatus: 'refunded',
      adminNotes: 'At the shop',
    } as const;
    expect(updateStatus(order, handedBack, admin)?.order).toMatchObject({
      paymentStatus: 'refunded',
      refund: { ...failedRefund, state: 'done', isByHand: true },
    });
    expect(refusal(order, { ...handedBack, adminNotes: '' })?.code).toBe('invalid-request');
    const cash = updateStatus(anOrder({ paymentStatus: 'paid' }), handedBack, admin);
    expect(cash?.order.refund).toBeNull();
    const paidUpdate = { ...handedBack, paymentStatus: 'paid', adminNotes: 'y' } as const;
    expect(refusal({ ...order, paymentStatus: 'refunded' }, paidUpdate)?.code).toBe('conflict');
  });
});

describe('history of staff changes (ORD-O7, ORD-O8)', () => {
  const byAdmin = { at: now, ...admin.actor };

  it('has a status with its note, which is published', () => {
    const change = updateStatus(anOrder(), { orderStatus: 'confirmed', adminNotes: 'Today' }, admin);
    const entry = { what: 'order-status', from: 'pending', to: 'confirmed', note: 'Today' };
    expect(change?.order.history.slice(1)).toEqual([{ ...byAdmin, ...entry }]);
    expect(change?.events[0]?.data).toMatchObject({
      customer: { name: 'Sita Sharma' },
      from: 'pending',
      to: 'confirmed',
      note: 'Today',
    });
  });

  it('has a payment status with the previous one', () => {
    const update = { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'Cash' } as const;
    const change = updateStatus(anOrder(), update, admin);
    const entry = { what: 'payment-status', from: 'pending', to: 'paid', note: 'Cash' };
    expect(change?.order.history.slice(1)).toEqual([{ ...byAdmin, ...entry }]);
    expect(change?.events).toEqual([]);
    expect(
      updateStatus(anOrder(), { ...update, paymentStatus: 'pending', adminNotes: '' }, admin),
    ).toBeUndefined();
  });

  it('has a note', () => {
    const change = updateStatus(anOrder(), { orderStatus: 'pending', adminNotes: 'Call first' }, admin);
    const entry = { what: 'note', from: null, to: 'Call first', note: 'Call first' };
    expect(change?.order.history.slice(1)).toEqual([{ ...byAdmin, ...entry }]);
    expect(change?.order).toMatchObject({ adminNotes: 'Call first', version: 2 });
  });

  it('leaves other fields unchanged', () => {
    expect(updateStatus(paidCard, { orderStatus: 'confirmed' }, admin)?.order.paymentStatus).toBe('paid');
    expect(updateStatus(card, { orderStatus: 'confirmed' }, admin)?.order.payUntil).toBe(card.payUntil);
    const refund = { state: 'failed', amountInMinorUnits: 1, note: '', since: now } as const;
    const paidUpdate = { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'x' } as const;
    const order = { ...paidCard, paymentStatus: 'failed', refund } as const;
    expect(updateStatus(order, paidUpdate, admin)?.order.refund).toBe(refund);
    const cancelled = anOrder({ orderStatus: 'cancelled' });
    const noteChange = updateStatus(cancelled, { orderStatus: 'cancelled', adminNotes: 'x' }, admin);
    expect(noteChange?.events).toEqual([]);
    expect(noteChange?.order.history.slice(1)).toMatchObject([{ what: 'note', to: 'x' }]);
  });

  it('allows an empty note', () => {
    const orderWithNote = anOrder({ adminNotes: 'Call first' });
    expect(
      updateStatus(orderWithNote, { orderStatus: 'pending', adminNotes: '' }, admin)?.order.adminNotes,
    ).toBe('');
  });
});

describe('a forgotten buyer (ORD-O12)', () => {
  it('is replaced by a placeholder, also in the history', () => {
    expect(deletedBuyer).toEqual({
      userId: 'deleted',
      customerDetails: {
        name: 'Deleted customer',
        email: '',
        phone: '',
        address: '',
        city: '',
        zipCode: '',
        notes: '',
      },
    });
    const order = anOrder({
      orderStatus: 'cancelled',
      history: [...anOrder().history, { ...anOrder().history[0], by: 'admin', who: 'admin-1' } as never],
    });
    const change = forgetBuyer(order, shop);
    expect(change?.order.history.map(({ who }) => who)).toEqual([null, 'admin-1']);
    expect(change).toMatchObject({ order: { isBuyerDeleted: true, version: 2 }, events: [] });
  });

  it('is marked once while the order is open', () => {
    const marked = forgetBuyer(anOrder(), shop);
    expect(marked).toMatchObject({ order: { version: 2 }, events: [] });
    expect(marked && forgetBuyer(marked.order, shop)).toBeUndefined();
  });

  it('is unchanged while the account exists or the order is open', () => {
    const delivered = updateStatus(anOrder({ orderStatus: 'shipped' }), { orderStatus: 'delivered' }, admin);
    expect(forgetWhenOver(delivered, admin)).toBe(delivered);
    expect(forgetWhenOver(undefined, admin)).toBeUndefined();
    const openChange = updateStatus(anOrder({ isBuyerDeleted: true }), { orderStatus: 'confirmed' }, admin);
    expect(forgetWhenOver(openChange, admin)).toBe(openChange);
  });
});

it('an undecided payment is resolved by a new note about it, not by a repeated note or that of a status change (ORD-O22)', () => {
  const undecidedPages = [{ sessionId: 'khalti_1', since: now }];
  const order = anOrder({ adminNotes: 'Call first.', undecidedPages });
  const update = (adminNotes: string, step: Partial<Parameters<typeof updateStatus>[1]> = {}) =>
    updateStatus(order, { orderStatus: 'pending', adminNotes, ...step }, admin)?.order;
  const confirmed = { orderStatus: 'confirmed' } as const;
  expect(update('Call first.', confirmed)).toMatchObject({ ...confirmed, undecidedPages });
  expect(update('Delivered on Monday.', confirmed)).toMatchObject({ ...confirmed, undecidedPages });
  expect(update('')).toMatchObject({ adminNotes: '', undecidedPages });
  expect(update('It was never paid.')?.undecidedPages).toEqual([]);
  const paidUpdate = { ...confirmed, paymentStatus: 'paid' } as const;
  expect(update('The rest came in cash.', paidUpdate)?.undecidedPages).toEqual([]);
});

it('a note or mark by staff about the money schedules the look-up of undecided payments at once (ORD-O22)', () => {
  const undecided = { sessionId: 'khalti_1', since: now, lookUpAt: new Date(now.getTime() + 1) };
  const open = { sessionId: 'khalti_2', since: now };
  const order = anOrder({ pagesToClose: [undecided, open] });
  const lookUpsAfter = (step: Partial<Parameters<typeof updateStatus>[1]>) =>
    updateStatus(order, { orderStatus: 'pending', ...step }, admin)?.order.pagesToClose;
  const atOnce = [{ ...undecided, lookUpAt: now }, open];
  expect(lookUpsAfter({ adminNotes: 'It was never paid.' })).toEqual(atOnce);
  expect(lookUpsAfter({ paymentStatus: 'failed' })).toEqual(atOnce);
  expect(lookUpsAfter({ orderStatus: 'confirmed' })).toEqual([undecided, open]);
});
