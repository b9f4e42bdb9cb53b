import { forgetWhenOver, payWithinMs } from '../orders/order.rules.ts';
import type { Order, Refund } from '../orders/order.ts';
import { anOrder } from '../testing/order-builder.ts';
import {
  addPayment,
  applyRefund,
  cancelRejected,
  delayedPaymentDeclined,
  handBackPayment,
  markPaymentFailed,
  markRefunded,
  markRefundedByHand,
  type RefundUpdate,
  recordOtherAmount,
  refundKeptPayment,
  removeClosedPage,
  requestRefund,
  storePage,
} from './payment.rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const moment = new Date('2026-11-20T11:00:00.000Z');
const admin = { now, actor: { by: 'admin', who: 'admin-1' } } as const;
const shop = { now, actor: { by: 'shop', who: null } } as const;
const card = anOrder({ paymentMethod: 'card', payUntil: new Date(now.getTime() + payWithinMs) });
const paidCard = anOrder({
  paymentMethod: 'card',
  paymentStatus: 'paid',
  onlinePayment: { sessionId: 's', paymentId: 'p' },
});
const payment = { paymentId: 'p', amountInMinorUnits: 108_000 };

const cancelledCard = { ...paidCard, orderStatus: 'cancelled' as const };
const lastOf = (change: { order: { history: readonly unknown[] } } | undefined) =>
  change?.order.history.at(-1);
const conflict = expect.objectContaining({ code: 'conflict' });

describe('the first payment of an order (ORD-O9)', () => {
  it('is stored with page and time, and published with its amount', () => {
    const onPage = { ...card, onlinePayment: { sessionId: 's', paymentId: null } };
    const change = addPayment(onPage, payment, shop);
    expect(change?.order.onlinePayment).toEqual({ sessionId: 's', paymentId: 'p', paidAt: now });
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', payUntil: null, refund: null });
    expect(addPayment(card, payment, shop)?.order.onlinePayment?.sessionId).toBeNull();
    expect(addPayment(paidCard, payment, shop)).toBeUndefined();
    expect(lastOf(change)).toEqual({
      at: now,
      by: 'shop',
      who: null,
      what: 'payment-status',
      from: 'pending',
      to: 'paid',
      note: '',
    });
    expect(change?.events).toMatchObject([
      {
        type: 'payment.succeeded',
        data: { customer: { email: 'sita@example.com' }, amountInMinorUnits: 108_000 },
      },
    ]);
  });

  it('replaces a mark by staff', () => {
    const marked = addPayment({ ...card, paymentStatus: 'paid' }, payment, shop);
    expect(marked?.order.onlinePayment).toMatchObject({ paymentId: 'p' });
    expect(lastOf(marked)).toMatchObject({
      what: 'note',
      from: null,
      to: 'paid by card',
      note: 'The online payment came. It takes the place of the one that was marked by hand.',
    });
  });

  it('of a cancelled order is refunded', () => {
    expect(addPayment({ ...card, orderStatus: 'cancelled' }, payment, shop)?.order.refund).toEqual({
      state: 'due',
      amountInMinorUnits: 108_000,
      note: 'Paid after the order was cancelled.',
      since: now,
    });
  });
});

describe('a payment that the order did not use, handed back by staff (ORD-O23)', () => {
  const second = { paymentId: 'p2', amountInMinorUnits: 108_000, state: 'due' as const, since: now };
  const hand = (change: Partial<Order>, paymentId = 'p2') =>
    handBackPayment({ ...paidCard, ...change }, { paymentId, note: 'At the desk.' }, shop);

  it.each<[string, Partial<Order>, string, number]>([
    ['a second one', { secondPayments: [{ ...second, failedAt: now }] }, 'p2', 108_000],
    [
      'one of another amount',
      { undecidedPages: [{ sessionId: 'e1', since: now, amountInMinorUnits: 500 }] },
      'e1',
      500,
    ],
    [
      'one never decided, which was all',
      { undecidedPages: [{ sessionId: 'e1', since: now }] },
      'e1',
      108_000,
    ],
  ])('%s, is recorded and told once', (_, stored, paymentId, amountInMinorUnits) => {
    const change = hand(stored, paymentId);
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', undecidedPages: [] });
    expect(change?.order.secondPayments).toEqual([
      {
        since: now,
        paymentId,
        amountInMinorUnits,
        state: 'done',
        isByHand: true,
        ...(stored.secondPayments?.[0] && { failedAt: now }),
      },
    ]);
    expect(lastOf(change)).toMatchObject({ to: `payment ${paymentId} handed back`, note: 'At the desk.' });
    expect(change?.events).toMatchObject([
      { type: 'order.refunded', data: { amountInMinorUnits, isByHand: true, isOtherPayment: true } },
    ]);
    const after = change?.order ?? paidCard;
    expect(handBackPayment(after, { paymentId, note: '' }, shop)).toBeUndefined();
    // A late answer of its provider does not make it the order's own payment.
    const decided = { ...after, onlinePayment: null };
    expect(addPayment(decided, { paymentId, amountInMinorUnits }, shop)).toBeUndefined();
    const ofPage = { paymentId: 'pi_1', sessionId: paymentId, amountInMinorUnits };
    expect(addPayment(decided, ofPage, shop)).toBeUndefined();
  });

  it.each<[string, Partial<Order>]>([
    ['paid the order', { onlinePayment: { sessionId: 'e1', paymentId: null }, paymentStatus: 'pending' }],
    ['came after another one, and goes back by its provider', {}],
  ])('is none of them once its provider has decided that it %s (ORD-O22)', (_, stored) => {
    const undecided = { ...paidCard, ...stored, undecidedPages: [{ sessionId: 'e1', since: now }] };
    // A card payment has another id than its page.
    for (const decided of [
      { ...payment, paymentId: 'e1' },
      { ...payment, paymentId: 'pi_1', sessionId: 'e1' },
    ]) {
      const after = addPayment(undecided, decided, shop)?.order ?? undecided;
      expect(after.undecidedPages).toEqual([]);
      expect(() => handBackPayment(after, { paymentId: 'e1', note: 'At the desk.' }, shop)).toThrow();
    }
  });

  it('of another amount is named once, also when it was undecided before, and never after it was handed back', () => {
    const told = { paymentId: 'e1', amountInMinorUnits: 500 };
    const undecided = { ...paidCard, undecidedPages: [{ sessionId: 'e1', since: moment }] };
    const named = recordOtherAmount(undecided, told, shop)?.order ?? undecided;
    expect(named.undecidedPages).toEqual([{ sessionId: 'e1', since: now, amountInMinorUnits: 500 }]);
    const back = hand({ undecidedPages: undecided.undecidedPages }, 'e1')?.order ?? paidCard;
    expect(recordOtherAmount(back, told, shop)).toBeUndefined();
  });

  it.each<[string, Partial<Order>, string]>([
    ['that the provider gives back', { secondPayments: [second] }, 'conflict'],
    [
      'whose refund it has accepted',
      { secondPayments: [{ ...second, failedAt: now, refundId: 'r' }] },
      'conflict',
    ],
    ['of another order', {}, 'not-found'],
  ])('is refused for one %s', (_, stored, code) => {
    expect(() => hand(stored)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a second payment (ORD-O9)', () => {
  const other = { paymentId: 'p2', amountInMinorUnits: 108_000 };
  const due = { ...other, state: 'due' as const, since: now };

  it('is refunded once, and leaves a paid order unchanged', () => {
    const change = addPayment(paidCard, other, shop);
    expect(change?.order).toMatchObject({
      secondPayments: [due],
      onlinePayment: paidCard.onlinePayment,
      paymentStatus: 'paid',
      version: 2,
    });
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({
      what: 'note',
      from: null,
      to: 'second payment',
      note: 'Somebody paid this order once more. That payment goes back.',
    });
    expect(change && addPayment(change.order, other, shop)).toBeUndefined();
    const third = change && addPayment(change.order, { ...other, paymentId: 'p3' }, shop);
    expect(third?.order.secondPayments?.map(({ paymentId }) => paymentId)).toEqual(['p2', 'p3']);
  });

  it('is also one after the refund of the order', () => {
    const change = addPayment({ ...card, paymentStatus: 'refunded' }, other, shop);
    expect(change?.order.secondPayments).toEqual([due]);
  });

  const twice = { ...paidCard, secondPayments: [{ ...due, paymentId: 'p0' }, due] };
  const said = (state: RefundUpdate['state'], over: object = {}, isAnswer = true) =>
    applyRefund(
      {
        ...twice,
        secondPayments: [
          { ...due, paymentId: 'p0' },
          { ...due, ...over },
        ],
      },
      'p2',
      { refundId: 'r', state, isAnswer, instruction: 'In the portal.' },
      shop,
    );

  it('has a refund in progress when the provider accepted it', () => {
    const change = said('pending');
    expect(change?.order.secondPayments).toEqual([
      { ...due, paymentId: 'p0' },
      { ...due, refundId: 'r' },
    ]);
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({
      what: 'note',
      from: null,
      to: 'refund of the second payment under way',
      note: '',
    });
    expect(said('pending', { refundId: 'r' })).toBeUndefined();
  });

  it('is refunded once when the provider confirms it', () => {
    for (const change of [said('succeeded'), said('succeeded', { refundId: 'r' }, false)]) {
      expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refundId: 'r', state: 'done' });
      expect(lastOf(change)).toMatchObject({ to: 'second payment given back' });
    }
    expect(said('succeeded', { refundId: 'r', state: 'done' })).toBeUndefined();
  });

  it('is due again when its refund failed, and counts failures', () => {
    const change = said('failed', { refundId: 'r' });
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 1, failedAt: now });
    expect(lastOf(change)).toMatchObject({ to: 'refund of the second payment failed' });
    expect(said('failed', { refusals: 2 })?.order.secondPayments?.[1]).toMatchObject({ refusals: 3 });
    // The refund failed after it had succeeded.
    expect(said('failed', { refundId: 'r', state: 'done' })?.order.secondPayments?.[1]).toMatchObject({
      state: 'due',
    });
  });

  it('is requested again when its request was rejected, and staff are notified once', () => {
    const change = said('refused', { refusals: 2 });
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 3 });
    const again = said('failed', { refusals: 5, failedAt: moment });
    expect(again?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 6, failedAt: moment });
    for (const counted of [change, again])
      expect(counted?.order).toMatchObject({ history: twice.history, version: twice.version + 1 });
  });

  it('waits for staff once when they must refund it by hand', () => {
    const change = said('by-hand');
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, failedAt: now });
    expect(lastOf(change)).toMatchObject({
      to: 'second payment: refund by hand',
      note: 'In the portal.',
    });
    expect(said('by-hand', { failedAt: moment })).toBeUndefined();
  });

  it('notifies its payer when it is refunded (ORD-O23)', () => {
    expect(said('succeeded')?.events).toMatchObject([
      {
        type: 'order.refunded',
        data: { amountInMinorUnits: 108_000, isOtherPayment: true, isByHand: false },
      },
    ]);
  });

  it('ignores a refund that is not its last one', () => {
    expect(said('succeeded', {}, false)).toBeUndefined();
    expect(said('succeeded', { refundId: 'another' })).toBeUndefined();
    expect(said('failed', { state: 'done' })).toBeUndefined();
    expect(applyRefund(paidCard, 'p2', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
    expect(applyRefund(card, 'p2', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
    expect(applyRefund(twice, 'p9', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
  });
});

it('a page that the provider has closed is closed once, and the others stay (ORD-O5)', () => {
  const [page, other] = ['s', 's2'].map((sessionId) => ({ sessionId, since: moment }));
  const change = removeClosedPage(
    { ...card, pagesToClose: [page, other].filter((one) => one !== undefined) },
    's',
    shop,
  );
  expect(change?.order).toMatchObject({ pagesToClose: [other], version: card.version + 1 });
  expect(change && removeClosedPage(change.order, 's', shop)).toBeUndefined();
});

it('a payment that its provider decides at last ends the work of staff, and its deleted buyer is forgotten (ORD-O12, ORD-O22)', () => {
  const [own, other] = ['khalti_1', 'khalti_2'].map((sessionId) => ({ sessionId, since: moment }));
  const pages = [own, other].filter((one) => one !== undefined);
  const order = { ...card, pagesToClose: pages, undecidedPages: pages };
  const first = removeClosedPage(order, 'khalti_1', shop)?.order;
  expect(first).toMatchObject({ pagesToClose: [other], undecidedPages: [other] });
  expect(first?.history.at(-1)).toMatchObject({
    to: 'payment decided',
    note: expect.stringContaining('khalti_1: it was not made'),
  });
  const deleted = { ...order, orderStatus: 'cancelled' as const, isBuyerDeleted: true, onlinePayment: null };
  const withWork = forgetWhenOver(removeClosedPage(deleted, 'khalti_1', shop), shop)?.order;
  expect(withWork?.userId).toBe(deleted.userId);
  const done = withWork && forgetWhenOver(removeClosedPage(withWork, 'khalti_2', shop), shop)?.order;
  expect(done).toMatchObject({ userId: 'deleted', undecidedPages: [] });
});

describe("the provider's state of a refund (ORD-O10)", () => {
  const due = { state: 'due' as const, amountInMinorUnits: 108_000, note: 'Broken', since: moment };
  const said = (state: RefundUpdate['state'], over: Partial<Refund> | null = {}, isAnswer = true) =>
    applyRefund(
      { ...cancelledCard, refund: over && { ...due, ...over } },
      'p',
      { refundId: 'r', state, isAnswer, instruction: 'In the portal.' },
      shop,
    );

  it('is in progress once it is accepted', () => {
    const change = said('pending');
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', version: 2 });
    expect(change?.order.refund).toEqual({ ...due, refundId: 'r' });
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({ what: 'note', from: null, to: 'refund under way', note: '' });
    expect(said('pending', { refundId: 'r' })).toBeUndefined();
  });

  it('succeeded: the order is refunded, and an event is published', () => {
    for (const change of [said('succeeded'), said('succeeded', { refundId: 'r' }, false)]) {
      expect(change?.order).toMatchObject({ paymentStatus: 'refunded' });
      expect(change?.order.refund).toEqual({ ...due, refundId: 'r', state: 'done' });
      expect(change && markRefunded(change.order, shop)).toBeUndefined();
      expect(lastOf(change)).toMatchObject({
        what: 'payment-status',
        from: 'paid',
        to: 'refunded',
        note: 'Broken',
      });
      expect(change?.events).toMatchObject([
        {
          type: 'order.refunded',
          data: { customer: { name: 'Sita Sharma' }, amountInMinorUnits: 108_000, note: 'Broken' },
        },
      ]);
    }
  });

  it('failed: the order is paid again, staff decide, and failures are counted', () => {
    const change = said('failed', { refundId: 'r' });
    expect(change?.order.refund).toEqual({ ...due, state: 'failed', refusals: 1, since: now });
    expect(change?.order.paymentStatus).toBe('paid');
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({
      to: 'refund failed',
      note: 'The payment service could not give the money back.',
    });
    expect(said('failed', { refusals: 1 })?.order.refund).toMatchObject({ refusals: 2 });
    expect(said('failed', { state: 'done', refundId: 'r' })?.order).toMatchObject({
      paymentStatus: 'paid',
      refund: { state: 'failed' },
    });
  });

  it('was rejected: it is requested again, and rejections are counted', () => {
    const change = said('refused', { refusals: 1 });
    expect(change?.order.refund).toEqual({ ...due, refusals: 2 });
    expect(change?.order).toMatchObject({
      history: cancelledCard.history,
      version: cancelledCard.version + 1,
    });
    expect(said('refused', { state: 'failed' })).toBeUndefined();
  });

  it('is by hand: staff are told what to do', () => {
    const change = said('by-hand');
    expect(change?.order).toMatchObject({ paymentStatus: 'paid' });
    expect(change?.order.refund).toEqual({
      ...due,
      state: 'failed',
      refusals: 1,
      since: now,
      isByHand: true,
    });
    expect(lastOf(change)).toMatchObject({ to: 'refund by hand', note: 'In the portal.' });
  });

  it('is ignored without a refund, after a failure, and for another refund', () => {
    expect(said('succeeded', null)).toBeUndefined();
    for (const state of ['pending', 'succeeded', 'failed'] as const)
      expect(said(state, { state: 'failed', refundId: 'r' })).toBeUndefined();
    expect(said('succeeded', { refundId: 'another' })).toBeUndefined();
    expect(said('succeeded', {}, false)).toBeUndefined();
    expect(said('failed', { state: 'done' })).toBeUndefined();
    expect(markRefunded(paidCard, shop)).toBeUndefined();
  });
});

describe('the payment page of an order (ORD-O9)', () => {
  const onPage = { ...card, onlinePayment: { sessionId: 's', paymentId: null } };
  const toClose = (sessionId: string) => [{ sessionId, since: now }];

  it('is the created one while the order may be paid', () => {
    expect(storePage(card, { sessionId: 's', before: null }, now)).toEqual({
      order: { ...onPage, version: 2 },
      events: [],
    });
    expect(storePage(onPage, { sessionId: 's2', before: 's' }, now)?.order.onlinePayment).toEqual({
      sessionId: 's2',
      paymentId: null,
    });
  });

  it('is listed at once when it must be looked up', () => {
    const made = storePage(card, { sessionId: 's', before: null, isLookedUp: true }, now);
    expect(made?.order).toMatchObject({ onlinePayment: onPage.onlinePayment, pagesToClose: toClose('s') });
  });

  it('is ignored when it is known', () => {
    expect(storePage(onPage, { sessionId: 's', before: null }, now)).toBeUndefined();
  });

  it('is closed when the order has another page or needs no payment', () => {
    const raced = storePage(onPage, { sessionId: 's2', before: null }, now);
    expect(raced?.order).toMatchObject({
      onlinePayment: onPage.onlinePayment,
      pagesToClose: toClose('s2'),
      version: 2,
    });
    const late = storePage({ ...card, payUntil: now }, { sessionId: 's', before: null }, now);
    expect(late?.order).toMatchObject({ onlinePayment: null, pagesToClose: toClose('s') });
    expect(raced && storePage(raced.order, { sessionId: 's2', before: null }, now)).toBeUndefined();
  });

  it('records a declined delayed payment', () => {
    expect(delayedPaymentDeclined(onPage, 's').onlinePayment).toEqual({
      ...onPage.onlinePayment,
      isDeclined: true,
    });
    for (const sessionId of ['s2', undefined]) expect(delayedPaymentDeclined(onPage, sessionId)).toBe(onPage);
    expect(delayedPaymentDeclined(card, undefined)).toBe(card);
  });

  it('publishes payment.failed with its reason once', () => {
    const change = markPaymentFailed(card, 'expired', shop);
    expect(lastOf(change)).toMatchObject({
      what: 'payment-status',
      from: 'pending',
      to: 'failed',
      note: 'expired',
    });
    expect(change?.events).toMatchObject([{ type: 'payment.failed', data: { reason: 'expired' } }]);
    expect(change?.order).toMatchObject({ paymentStatus: 'failed', payUntil: card.payUntil });
    for (const over of [
      { paymentStatus: 'failed' },
      { paymentStatus: 'paid' },
      { orderStatus: 'cancelled' },
    ] as const)
      expect(markPaymentFailed({ ...card, ...over }, 'declined', shop)).toBeUndefined();
  });
});

describe('an order that the provider rejects (ORD-O15)', () => {
  it('is cancelled with a note', () => {
    const change = cancelRejected({ ...card, onlinePayment: { sessionId: 's', paymentId: null } }, shop);
    expect(change?.order).toMatchObject({
      orderStatus: 'cancelled',
      version: 2,
      onlinePayment: { sessionId: 's', paymentId: null, isRefused: true },
    });
    expect(change?.events).toMatchObject([
      {
        type: 'order.cancelled',
        data: { reason: 'admin', note: 'The payment service does not take this order. Nothing was charged.' },
      },
    ]);
    expect(cancelRejected(card, shop)?.order.onlinePayment).toEqual({
      sessionId: null,
      paymentId: null,
      isRefused: true,
    });
  });

  it('is unchanged when it is paid or confirmed', () => {
    expect(cancelRejected({ ...card, orderStatus: 'confirmed' }, shop)).toBeUndefined();
    expect(cancelRejected({ ...card, paymentStatus: 'paid' }, shop)).toBeUndefined();
    expect(cancelRejected({ ...paidCard, paymentStatus: 'failed' }, shop)).toBeUndefined();
  });
});

describe('a refund by staff (ORD-O10)', () => {
  const failed: Refund = {
    state: 'failed',
    amountInMinorUnits: 108_000,
    note: 'Broken',
    since: moment,
    refusals: 2,
  };

  it('adds a history entry', () => {
    const change = requestRefund(paidCard, 'Broken', admin);
    expect(change?.order).toMatchObject({ version: 2, paymentStatus: 'paid' });
    expect(change?.order.refund).toMatchObject({ state: 'due', amountInMinorUnits: 108_000, note: 'Broken' });
    expect(change?.events).toEqual([]);
    const entry = { what: 'note', from: null, to: 'refund asked for', note: 'Broken' };
    expect(lastOf(change)).toEqual({ at: now, ...admin.actor, ...entry });
    expect(change && requestRefund(change.order, 'again', admin)).toBeUndefined();
  });

  it('is requested again after a failure, and keeps the count of failures', () => {
    for (const paymentStatus of ['paid', 'refunded'] as const)
      expect(
        requestRefund({ ...paidCard, paymentStatus, refund: failed }, 'Again', admin)?.order.refund,
      ).toEqual({
        ...failed,
        state: 'due',
        note: 'Again',
        since: now,
      });
  });

  it('is not repeated, and is possible for every payment of the provider', () => {
    expect(requestRefund({ ...paidCard, paymentStatus: 'refunded' }, '', admin)).toBeUndefined();
    expect(requestRefund({ ...paidCard, refund: { ...failed, state: 'done' } }, '', admin)).toBeUndefined();
    expect(requestRefund({ ...paidCard, paymentStatus: 'failed' }, '', admin)?.order.refund?.state).toBe(
      'due',
    );
    expect(() => requestRefund(anOrder(), '', admin)).toThrow(conflict);
    expect(() => requestRefund(anOrder(), '', admin)).toThrow(
      'This order is not paid, so there is no money to give back.',
    );
  });

  it('by hand is one step, and completes an earlier request', () => {
    const cash = anOrder({ paymentStatus: 'paid' });
    const change = markRefundedByHand(cash, 'At the shop', admin);
    expect(change?.order).toMatchObject({
      paymentStatus: 'refunded',
      version: 2,
      refund: { state: 'done', note: 'At the shop' },
    });
    expect(change?.events).toMatchObject([{ type: 'order.refunded', aggregateVersion: 2 }]);
    expect(change?.order.history.slice(1).map(({ to }) => to)).toEqual(['refund asked for', 'refunded']);
    const asked = { ...cash, refund: { ...failed, state: 'due' as const } };
    expect(markRefundedByHand(asked, 'Other words', admin)?.order).toMatchObject({
      version: 2,
      refund: { state: 'done', note: 'Broken' },
    });
    expect(markRefundedByHand({ ...cash, paymentStatus: 'refunded' }, '', admin)).toBeUndefined();
  });
});

describe('a card payment that a cancelled order kept (ORD-O10)', () => {
  it('is refunded', () => {
    const change = refundKeptPayment(cancelledCard, shop);
    expect(change?.order).toMatchObject({
      version: 2,
      refund: { state: 'due', amountInMinorUnits: 108_000, note: '', since: now },
    });
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({
      what: 'note',
      to: 'refund asked for',
      note: 'The order was cancelled and its online payment was not given back.',
    });
  });

  it('is not refunded when the order is not cancelled, not paid by card, or has a refund', () => {
    const refund = requestRefund(paidCard, '', admin)?.order.refund ?? null;
    expect(refundKeptPayment(paidCard, shop)).toBeUndefined();
    expect(
      refundKeptPayment(anOrder({ orderStatus: 'cancelled', paymentStatus: 'paid' }), shop),
    ).toBeUndefined();
    expect(refundKeptPayment({ ...cancelledCard, refund }, shop)).toBeUndefined();
  });
});
