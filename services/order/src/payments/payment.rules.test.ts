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
    const replacedMark = addPayment({ ...card, paymentStatus: 'paid' }, payment, shop);
    expect(replacedMark?.order.onlinePayment).toMatchObject({ paymentId: 'p' });
    expect(lastOf(replacedMark)).toMatchObject({
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
  const handBack = (change: Partial<Order>, paymentId = 'p2') =>
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
      'an undecided one of the whole amount',
      { undecidedPages: [{ sessionId: 'e1', since: now }] },
      'e1',
      108_000,
    ],
  ])('%s, is recorded and published once', (_, fields, paymentId, amountInMinorUnits) => {
    const change = handBack(fields, paymentId);
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', undecidedPages: [] });
    expect(change?.order.secondPayments).toEqual([
      {
        since: now,
        paymentId,
        amountInMinorUnits,
        state: 'done',
        isByHand: true,
        ...(fields.secondPayments?.[0] && { failedAt: now }),
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
  ])('is no longer one once its provider has decided that it %s (ORD-O22)', (_, fields) => {
    const undecided = { ...paidCard, ...fields, undecidedPages: [{ sessionId: 'e1', since: now }] };
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

  it('of another amount is recorded once, also when it was undecided before, and never after it was handed back', () => {
    const otherAmount = { paymentId: 'e1', amountInMinorUnits: 500 };
    const undecided = { ...paidCard, undecidedPages: [{ sessionId: 'e1', since: moment }] };
    const recordedOrder = recordOtherAmount(undecided, otherAmount, shop)?.order ?? undecided;
    expect(recordedOrder.undecidedPages).toEqual([{ sessionId: 'e1', since: now, amountInMinorUnits: 500 }]);
    const handedBackOrder = handBack({ undecidedPages: undecided.undecidedPages }, 'e1')?.order ?? paidCard;
    expect(recordOtherAmount(handedBackOrder, otherAmount, shop)).toBeUndefined();
  });

  it.each<[string, Partial<Order>, string]>([
    ['that the provider gives back', { secondPayments: [second] }, 'conflict'],
    [
      'whose refund it has accepted',
      { secondPayments: [{ ...second, failedAt: now, refundId: 'r' }] },
      'conflict',
    ],
    ['of another order', {}, 'not-found'],
  ])('is refused for one %s', (_, fields, code) => {
    expect(() => handBack(fields)).toThrow(expect.objectContaining({ code }));
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

  const paidTwice = { ...paidCard, secondPayments: [{ ...due, paymentId: 'p0' }, due] };
  const applyState = (state: RefundUpdate['state'], overrides: object = {}, isAnswer = true) =>
    applyRefund(
      {
        ...paidTwice,
        secondPayments: [
          { ...due, paymentId: 'p0' },
          { ...due, ...overrides },
        ],
      },
      'p2',
      { refundId: 'r', state, isAnswer, instruction: 'In the portal.' },
      shop,
    );

  it('has a refund in progress when the provider accepted it', () => {
    const change = applyState('pending');
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
    expect(applyState('pending', { refundId: 'r' })).toBeUndefined();
  });

  it('is refunded once when the provider confirms it', () => {
    for (const change of [applyState('succeeded'), applyState('succeeded', { refundId: 'r' }, false)]) {
      expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refundId: 'r', state: 'done' });
      expect(lastOf(change)).toMatchObject({ to: 'second payment given back' });
    }
    expect(applyState('succeeded', { refundId: 'r', state: 'done' })).toBeUndefined();
  });

  it('is due again when its refund failed, and counts failures', () => {
    const change = applyState('failed', { refundId: 'r' });
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 1, failedAt: now });
    expect(lastOf(change)).toMatchObject({ to: 'refund of the second payment failed' });
    expect(applyState('failed', { refusals: 2 })?.order.secondPayments?.[1]).toMatchObject({ refusals: 3 });
    // The refund failed after it had succeeded.
    expect(applyState('failed', { refundId: 'r', state: 'done' })?.order.secondPayments?.[1]).toMatchObject({
      state: 'due',
    });
  });

  it('is requested again when its request was rejected, and staff are notified once', () => {
    const change = applyState('refused', { refusals: 2 });
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 3 });
    const again = applyState('failed', { refusals: 5, failedAt: moment });
    expect(again?.order.secondPayments?.[1]).toEqual({ ...due, refusals: 6, failedAt: moment });
    for (const updated of [change, again])
      expect(updated?.order).toMatchObject({ history: paidTwice.history, version: paidTwice.version + 1 });
  });

  it('waits for staff once when they must refund it by hand', () => {
    const change = applyState('by-hand');
    expect(change?.order.secondPayments?.[1]).toEqual({ ...due, failedAt: now });
    expect(lastOf(change)).toMatchObject({
      to: 'second payment: refund by hand',
      note: 'In the portal.',
    });
    expect(applyState('by-hand', { failedAt: moment })).toBeUndefined();
  });

  it('notifies its payer when it is refunded (ORD-O23)', () => {
    expect(applyState('succeeded')?.events).toMatchObject([
      {
        type: 'order.refunded',
        data: { amountInMinorUnits: 108_000, isOtherPayment: true, isByHand: false },
      },
    ]);
  });

  it('ignores a refund that is not its last one', () => {
    expect(applyState('succeeded', {}, false)).toBeUndefined();
    expect(applyState('succeeded', { refundId: 'another' })).toBeUndefined();
    expect(applyState('failed', { state: 'done' })).toBeUndefined();
    expect(applyRefund(paidCard, 'p2', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
    expect(applyRefund(card, 'p2', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
    expect(applyRefund(paidTwice, 'p9', { refundId: 'r', state: 'succeeded' }, shop)).toBeUndefined();
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

it('a payment that its provider decides late is no longer work for staff, and its deleted buyer is forgotten (ORD-O12, ORD-O22)', () => {
  const [firstPage, other] = ['khalti_1', 'khalti_2'].map((sessionId) => ({ sessionId, since: moment }));
  const pages = [firstPage, other].filter((one) => one !== undefined);
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
  const applyState = (
    state: RefundUpdate['state'],
    overrides: Partial<Refund> | null = {},
    isAnswer = true,
  ) =>
    applyRefund(
      { ...cancelledCard, refund: overrides && { ...due, ...overrides } },
      'p',
      { refundId: 'r', state, isAnswer, instruction: 'In the portal.' },
      shop,
    );

  it('is in progress once it is accepted', () => {
    const change = applyState('pending');
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', version: 2 });
    expect(change?.order.refund).toEqual({ ...due, refundId: 'r' });
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({ what: 'note', from: null, to: 'refund under way', note: '' });
    expect(applyState('pending', { refundId: 'r' })).toBeUndefined();
  });

  it('succeeded: the order is refunded, and an event is published', () => {
    for (const change of [applyState('succeeded'), applyState('succeeded', { refundId: 'r' }, false)]) {
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
    const change = applyState('failed', { refundId: 'r' });
    expect(change?.order.refund).toEqual({ ...due, state: 'failed', refusals: 1, since: now });
    expect(change?.order.paymentStatus).toBe('paid');
    expect(change?.events).toEqual([]);
    expect(lastOf(change)).toMatchObject({
      to: 'refund failed',
      note: 'The payment service could not give the money back.',
    });
    expect(applyState('failed', { refusals: 1 })?.order.refund).toMatchObject({ refusals: 2 });
    expect(applyState('failed', { state: 'done', refundId: 'r' })?.order).toMatchObject({
      paymentStatus: 'paid',
      refund: { state: 'failed' },
    });
  });

  it('was rejected: it is requested again, and rejections are counted', () => {
    const change = applyState('refused', { refusals: 1 });
    expect(change?.order.refund).toEqual({ ...due, refusals: 2 });
    expect(change?.order).toMatchObject({
      history: cancelledCard.history,
      version: cancelledCard.version + 1,
    });
    expect(applyState('refused', { state: 'failed' })).toBeUndefined();
  });

  it('is by hand: staff get an instruction', () => {
    const change = applyState('by-hand');
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
    expect(applyState('succeeded', null)).toBeUndefined();
    for (const state of ['pending', 'succeeded', 'failed'] as const)
      expect(applyState(state, { state: 'failed', refundId: 'r' })).toBeUndefined();
    expect(applyState('succeeded', { refundId: 'another' })).toBeUndefined();
    expect(applyState('succeeded', {}, false)).toBeUndefined();
    expect(applyState('failed', { state: 'done' })).toBeUndefined();
    expect(markRefunded(paidCard, shop)).toBeUndefined();
  });
});

describe('the payment page of an order (ORD-O9)', () => {
  const onPage = { ...card, onlinePayment: { sessionId: 's', paymentId: null } };
  const toClose = (sessionId: string) => [{ sessionId, since: now }];

  it('is the created one while the order may be paid', () => {
    expect(storePage(card, { sessionId: 's', previousSessionId: null }, now)).toEqual({
      order: { ...onPage, version: 2 },
      events: [],
    });
    expect(storePage(onPage, { sessionId: 's2', previousSessionId: 's' }, now)?.order.onlinePayment).toEqual({
      sessionId: 's2',
      paymentId: null,
    });
  });

  it('is listed at once when it must be looked up', () => {
    const listedPage = storePage(card, { sessionId: 's', previousSessionId: null, isLookedUp: true }, now);
    expect(listedPage?.order).toMatchObject({
      onlinePayment: onPage.onlinePayment,
      pagesToClose: toClose('s'),
    });
  });

  it('is ignored when it is stored already', () => {
    expect(storePage(onPage, { sessionId: 's', previousSessionId: null }, now)).toBeUndefined();
  });

  it('is closed when the order has another page or needs no payment', () => {
    const concurrentPage = storePage(onPage, { sessionId: 's2', previousSessionId: null }, now);
    expect(concurrentPage?.order).toMatchObject({
      onlinePayment: onPage.onlinePayment,
      pagesToClose: toClose('s2'),
      version: 2,
    });
    const latePage = storePage({ ...card, payUntil: now }, { sessionId: 's', previousSessionId: null }, now);
    expect(latePage?.order).toMatchObject({ onlinePayment: null, pagesToClose: toClose('s') });
    expect(
      concurrentPage && storePage(concurrentPage.order, { sessionId: 's2', previousSessionId: null }, now),
    ).toBeUndefined();
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
    for (const overrides of [
      { paymentStatus: 'failed' },
      { paymentStatus: 'paid' },
      { orderStatus: 'cancelled' },
    ] as const)
      expect(markPaymentFailed({ ...card, ...overrides }, 'declined', shop)).toBeUndefined();
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
    const requestedOrder = { ...cash, refund: { ...failed, state: 'due' as const } };
    expect(markRefundedByHand(requestedOrder, 'Other words', admin)?.order).toMatchObject({
      version: 2,
      refund: { state: 'done', note: 'Broken' },
    });
    expect(markRefundedByHand({ ...cash, paymentStatus: 'refunded' }, '', admin)).toBeUndefined();
  });
});

describe('a card payment that was left on a cancelled order (ORD-O10)', () => {
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
