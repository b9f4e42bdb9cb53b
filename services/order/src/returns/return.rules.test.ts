import { dayMs } from '@kinmel/contracts';
import { cancel, forgetBuyer, owedByStaffSince, updateStatus } from '../orders/order.rules.ts';
import type { OpenReturn, Order, OrderReturn } from '../orders/order.ts';
import { requestRefund } from '../payments/payment.rules.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder } from '../testing/order-builder.ts';
import { aSettledReturn } from '../testing/settled-return.ts';
import {
  creditNoteContent,
  leftToRefund,
  refundReturn,
  returnTimeOf,
  settleReturn,
  settlingProblemOf,
  termsOf,
} from './return.rules.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const deliveredAt = new Date('2026-11-20T10:00:00.000Z');
const context = { now, actor: { by: 'shop', who: null } } as const;
const days = policyContent.returns.days;
const credit = { amountInMinorUnits: 60_000, currency: 'NPR', isReturned: false } as const;

const handedOver = { by: 'admin', who: 'admin-1', what: 'order-status', from: 'shipped', note: '' } as const;
/** Three pieces of NPR 500, delivered and paid. */
function aDelivered(overrides: Partial<Order> = {}): Order {
  const [line] = anOrder().lines;
  if (line === undefined) throw new Error('The order has no line.');
  const sums = { priceInMinorUnits: 50_000, quantity: 3, lineTotalInMinorUnits: 150_000 };
  return anOrder({
    orderStatus: 'delivered',
    paymentStatus: 'paid',
    lines: [{ ...line, ...sums }],
    pricing: {
      subtotalInMinorUnits: 150_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 12_000,
      totalInMinorUnits: 162_000,
    },
    documents: ['invoice'],
    history: [{ ...handedOver, at: deliveredAt, to: 'delivered' }],
    ...overrides,
  });
}
const paidOnline = {
  paymentMethod: 'card',
  onlinePayment: { sessionId: 'cs_1', paymentId: 'pi_1' },
} as const;
const settle = (order: Order, ...args: [number, number, Parameters<typeof aSettledReturn>[3]?]) => {
  const change = settleReturn(order, aSettledReturn(order, ...args), context);
  if (change === undefined) throw new Error('The return was not settled.');
  return change;
};
const returnsOf = (order: Order) =>
  (order.returns ?? []).map(({ state, isByHand = false, amountInMinorUnits, creditInMinorUnits }) => [
    state,
    isByHand,
    amountInMinorUnits,
    creditInMinorUnits,
  ]);
const aReturn = (overrides: Partial<OrderReturn> = {}): OrderReturn => ({
  id: 'd'.repeat(24),
  reference: 'RT001',
  state: 'done',
  amountInMinorUnits: 54_000,
  creditInMinorUnits: 0,
  note: '',
  since: now,
  settledAt: now,
  lines: [{ key: 'a'.repeat(24), quantity: 1 }],
  ...overrides,
});

const aClaim = (overrides: Partial<OpenReturn> = {}): OpenReturn => ({
  id: 'd00000000000000000000001',
  reference: 'RT001',
  lines: [{ key: 'a'.repeat(24), quantity: 1 }],
  version: 0,
  since: now,
  askAt: null,
  ...overrides,
});

it.each<[string, Partial<Order>, number, string | null]>([
  ['on the last day', {}, days, null],
  ['a moment later', {}, days + 1 / dayMs, 'can be returned are over.'],
  ['unpaid', { paymentStatus: 'pending' }, 1, 'This order is not paid.'],
  ['on its way', { orderStatus: 'shipped' }, 1, 'This order is not delivered yet.'],
  ['without a delivery in its history', { history: [] }, 1, 'This order is not delivered yet.'],
  ['cancelled', { orderStatus: 'cancelled' }, 1, 'This order was cancelled.'],
  ['refunded', { paymentStatus: 'refunded' }, 1, 'The money of this order was given back.'],
  ['in a return', { openReturns: [aClaim()] }, 1, 'the return RT001 of this order already'],
  [
    'returned completely',
    { returns: [aReturn({ lines: [{ key: 'a'.repeat(24), quantity: 3 }] })] },
    1,
    'All goods of this order were returned already.',
  ],
])('ORD-R1: an order that is %s (%j) after %d days: %s', (_, overrides, daysLater, problem) => {
  const at = new Date(deliveredAt.getTime() + daysLater * dayMs);
  const reason = returnTimeOf(aDelivered(overrides), days, at).problem;
  if (problem === null) expect(reason).toBeNull();
  else expect(reason).toContain(problem);
});

it('ORD-R1: the time counts from the last delivery', () => {
  const secondDelivery = new Date(deliveredAt.getTime() + 5 * dayMs);
  const order = aDelivered({
    history: [
      { ...handedOver, at: deliveredAt, to: 'delivered' },
      { ...handedOver, at: secondDelivery, to: 'delivered' },
    ],
  });
  expect(returnTimeOf(order, days, now).until).toEqual(new Date(secondDelivery.getTime() + days * dayMs));
  expect(returnTimeOf({ ...order, orderStatus: 'shipped' }, days, now).until).toBeNull();
});

it('ORD-R2: a line with an offer has the key of both', () => {
  const order = aDelivered();
  const offer = { id: 'b'.repeat(24), title: '', description: '', discount: '', discountPercentage: 20 };
  const [line] = order.lines;
  const lines = line ? [line, { ...line, specialOffer: offer }] : [];
  expect(termsOf({ lines }, policyContent).lines.map(({ key }) => key)).toEqual([
    'a'.repeat(24),
    `${'a'.repeat(24)}/${'b'.repeat(24)}`,
  ]);
});

it.each<[string, Partial<Order>, [number, number]]>([
  ['paid by card', paidOnline, [162_000, 0]],
  ['paid in part by credit', { credit }, [102_000, 60_000]],
  ['paid by credit', { credit: { ...credit, amountInMinorUnits: 162_000 } }, [0, 162_000]],
  ['of which a part came back', { credit, returns: [aReturn()] }, [48_000, 60_000]],
  [
    'of which both parts came back',
    { credit, returns: [aReturn({ amountInMinorUnits: 102_000, creditInMinorUnits: 10_000 })] },
    [0, 50_000],
  ],
  [
    'of which much became credit',
    { credit, returns: [aReturn({ amountInMinorUnits: 0, creditInMinorUnits: 108_000 })] },
    [54_000, 0],
  ],
  ['cancelled', { orderStatus: 'cancelled' }, [0, 0]],
  ['with a refund', { refund: { state: 'due', amountInMinorUnits: 162_000, note: '', since: now } }, [0, 0]],
])(
  'R3: of an order that is %s (%j) there is left %j',
  (_, overrides, [paymentInMinorUnits, creditInMinorUnits]) => {
    expect(leftToRefund(aDelivered(overrides))).toEqual({ paymentInMinorUnits, creditInMinorUnits });
  },
);

it.each<[string, Partial<Order>, number, 'payment' | 'credit', unknown, string[]]>([
  ['card', paidOnline, 54_000, 'payment', ['due', false, 54_000, 0], []],
  ['card to credit', paidOnline, 54_000, 'credit', ['done', false, 0, 54_000], ['order.refunded']],
  ['cash', {}, 54_000, 'payment', ['failed', true, 54_000, 0], []],
  ['card marked by hand', { paymentMethod: 'card' }, 54_000, 'payment', ['failed', true, 54_000, 0], []],
  ['card and credit', { ...paidOnline, credit }, 108_000, 'payment', ['due', false, 102_000, 6_000], []],
  ['nothing at all', paidOnline, 0, 'payment', ['done', false, 0, 0], []],
  ['more than was paid', paidOnline, 200_000, 'payment', ['due', false, 162_000, 0], []],
])('ORD-R3: %s (%j): %d to %s is %j and publishes %j', (_, overrides, refund, refundTo, expected, types) => {
  const order = aDelivered(overrides);
  const { order: after, events } = settle(order, 1, refund, { refundTo });
  expect(returnsOf(after)).toEqual([expected]);
  expect(events.map(({ type }) => type)).toEqual(types);
  expect([after.version, after.paymentStatus]).toEqual([order.version + 1, 'paid']);
});

it('ORD-R3: several returns never give back more than was paid', () => {
  const lines = aDelivered().lines.map((line) => ({ ...line, quantity: 4 }));
  let order = aDelivered({ ...paidOnline, credit, lines });
  for (const [number, refundTo] of [
    [1, 'credit'],
    [2, 'payment'],
    [3, 'payment'],
    [4, 'payment'],
  ] as const)
    order = settle(order, number, 54_000, { refundTo }).order;
  expect(returnsOf(order)).toEqual([
    ['done', false, 0, 54_000],
    ['due', false, 54_000, 0],
    ['due', false, 48_000, 6_000],
    ['done', false, 0, 0],
  ]);
});

it('ORD-R3: a repeated event of a return changes nothing', () => {
  const { order } = settle(aDelivered(paidOnline), 1, 54_000);
  expect(settleReturn(order, aSettledReturn(order, 1, 54_000), context)).toBeUndefined();
});

const key = 'a'.repeat(24);
const pieces = (quantity: number) => [{ key, quantity }];
const settledLines = (quantity: number) => ({
  lines: [{ key, productId: key, isProduct: true, quantity, isRestocked: true }],
});

it.each<[string, Partial<Order>, Parameters<typeof aSettledReturn>[3], string | null]>([
  ['of the pieces that it claimed', { openReturns: [aClaim()] }, {}, null],
  [
    'of other pieces than it claimed',
    { openReturns: [aClaim()] },
    settledLines(2),
    'Other lines were claimed',
  ],
  ['without a claim, of free pieces', {}, settledLines(3), null],
  ['without a claim, of more pieces than were bought', {}, settledLines(4), 'came back already'],
  [
    'without a claim, of pieces that another return has claimed',
    { openReturns: [aClaim({ id: 'e'.repeat(24), lines: pieces(2) })] },
    settledLines(2),
    'are in another return',
  ],
  ['again', { returns: [aReturn({ id: aClaim().id })] }, {}, null],
  [
    'again with other lines',
    { returns: [aReturn({ id: aClaim().id })] },
    settledLines(2),
    'with other lines',
  ],
  ['of an order that was cancelled', { orderStatus: 'cancelled' }, {}, 'was cancelled, or refunded'],
  ['of an order that was refunded', { paymentStatus: 'refunded' }, {}, 'was cancelled, or refunded'],
])('ORD-R7: a return that is settled %s (%j, %j): %s', (_, overrides, settledFields, problem) => {
  const order = aDelivered({ ...paidOnline, ...overrides });
  const data = aSettledReturn(order, 1, 54_000, settledFields);
  if (problem === null) return expect(settlingProblemOf(order, data)).toBeNull();
  expect(settlingProblemOf(order, data)).toContain(problem);
  expect(settleReturn(order, data, context)).toBeUndefined();
});

it('ORD-R8: a settled return ends its claim', () => {
  expect(settle(aDelivered({ ...paidOnline, openReturns: [aClaim()] }), 1, 54_000).order.openReturns).toEqual(
    [],
  );
});

it.each(['pending', 'failed'] as const)(
  'R3: a wrong mark (%s) costs no refund: staff see whether the money came',
  (paymentStatus) => {
    const { order } = settle(aDelivered({ paymentStatus }), 1, 54_000);
    expect(returnsOf(order)).toEqual([['failed', true, 54_000, 0]]);
    expect(order.history.at(-1)?.note).toContain('not marked as paid');
    expect(owedByStaffSince(order)).toEqual(now);
    expect(
      updateStatus(order, { orderStatus: 'delivered', paymentStatus: 'paid' }, context)?.order,
    ).toMatchObject({
      paymentStatus: 'paid',
    });
  },
);

it.each<[string, Partial<Order>, unknown]>([
  ['card', paidOnline, ['due', false, 54_000, 0]],
  [
    'ledger',
    { ...paidOnline, credit: { ...credit, amountInMinorUnits: 162_000 } },
    ['done', false, 0, 54_000],
  ],
])(
  'ORD-R9: a return as credit of a deleted account goes back to the payment first: %s',
  (_, overrides, expected) => {
    const order = aDelivered({ ...overrides, isBuyerDeleted: true });
    expect(returnsOf(settle(order, 1, 54_000, { refundTo: 'credit' }).order)).toEqual([expected]);
  },
);

it.each<[string, (order: Order) => unknown]>([
  ['refunded as a whole', (order) => requestRefund(order, '', context)],
  ['cancelled', (order) => cancel(order, { reason: 'admin', note: '' }, context)],
  [
    'cancelled by staff',
    (order) => updateStatus(order, { orderStatus: 'cancelled', adminNotes: 'x' }, context),
  ],
  [
    'marked as refunded',
    (order) => updateStatus(order, { orderStatus: 'delivered', paymentStatus: 'refunded' }, context),
  ],
])('ORD-R6: an order whose goods came back or are in a return cannot be %s', (_, change) => {
  expect(() => change(aDelivered({ openReturns: [aClaim()] }))).toThrow('in the return RT001');
  expect(() => change(aDelivered({ returns: [aReturn()] }))).toThrow('Goods of this order came back');
  expect(() => change(aDelivered())).not.toThrow();
});

describe('ORD-R5: staff', () => {
  const failedReturn = aReturn({ state: 'failed', refusals: 1 });
  const refundByStaff = (order: Order, isByHand: boolean) =>
    refundReturn(order, { returnId: failedReturn.id, isByHand, note: '' }, context);

  it('make a failed refund again, with its next key', () => {
    const change = refundByStaff(aDelivered({ ...paidOnline, returns: [failedReturn] }), false);
    expect(change?.order.returns).toMatchObject([{ state: 'due', refusals: 1, since: now }]);
    expect(change?.events).toEqual([]);
  });

  it('record that they handed it back', () => {
    const order = aDelivered({ returns: [{ ...failedReturn, isByHand: true }] });
    const change = refundByStaff(order, true);
    expect(change?.order).toMatchObject({
      returns: [{ state: 'done', isByHand: true }],
      version: order.version + 1,
    });
    expect(change?.events.map(({ type }) => type)).toEqual(['order.refunded']);
  });

  it.each<[string, Partial<Order>, boolean, string]>([
    ['of no such return', {}, true, 'no such return'],
    [
      'that the provider is making',
      { ...paidOnline, returns: [aReturn({ state: 'due' })] },
      true,
      'Please wait',
    ],
    ['of cash, at the provider', { returns: [failedReturn] }, false, 'Nothing was paid online'],
  ])('are refused a refund %s', (_, overrides, isByHand, text) => {
    expect(() => refundByStaff(aDelivered(overrides), isByHand)).toThrow(text);
  });

  it.each([
    ['done', true],
    ['done', false],
    ['due', false],
  ] as const)('change nothing when it is %s (by hand: %s)', (state, isByHand) => {
    expect(
      refundByStaff(aDelivered({ ...paidOnline, returns: [aReturn({ state })] }), isByHand),
    ).toBeUndefined();
  });
});

it('ORD-O12: the buyer stays while goods are in a return', () => {
  const order = aDelivered({ openReturns: [aClaim()] });
  expect(forgetBuyer(order, context)?.order).toMatchObject({ userId: order.userId, isBuyerDeleted: true });
});

it.each(['due', 'failed'] as const)('ORD-O12: the buyer stays while a refund of a return is %s', (state) => {
  const order = aDelivered({ ...paidOnline, returns: [aReturn({ state })] });
  expect(forgetBuyer(order, context)?.order).toMatchObject({ userId: order.userId, isBuyerDeleted: true });
  const done = forgetBuyer(aDelivered({ returns: [aReturn()] }), context);
  expect(done?.order.userId).toBe('deleted');
  expect(owedByStaffSince(order)).toEqual(state === 'failed' ? now : null);
});

describe('ORD-R4: the credit note', () => {
  const creditNoteOf = (returns: readonly OrderReturn[]) => {
    const order = aDelivered({ returns });
    const last = returns.at(-1);
    if (last === undefined) throw new Error('There is no return.');
    return creditNoteContent(order, last, policyContent);
  };

  it('has the returned pieces at the price that was paid, and adds up to the refund', () => {
    const { lines, pricing } = creditNoteOf([aReturn()]);
    expect(lines).toMatchObject([{ name: 'Galaxy S26', quantity: 1, lineTotalInMinorUnits: 50_000 }]);
    expect(pricing).toEqual({
      subtotalInMinorUnits: 50_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 4_000,
      totalInMinorUnits: 54_000,
    });
  });

  it('shows what staff took off as a line, with its part of the tax', () => {
    const { lines, pricing } = creditNoteOf([aReturn({ amountInMinorUnits: 27_000 })]);
    expect(lines.at(-1)).toMatchObject({
      name: 'Deducted after the inspection',
      isProduct: false,
      lineTotalInMinorUnits: -25_000,
    });
    expect(pricing).toEqual({
      subtotalInMinorUnits: 25_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 2_000,
      totalInMinorUnits: 27_000,
    });
  });

  it('deducts the shipping fee that is due for the remaining goods, counting earlier returns', () => {
    const policy = {
      ...policyContent,
      shipping: { ...policyContent.shipping, freeAboveInMinorUnits: 60_000 },
    };
    const returns = [aReturn(), aReturn({ id: 'e'.repeat(24), amountInMinorUnits: 52_500 })];
    const order = aDelivered({ returns });
    const { pricing } = creditNoteContent(order, returns[1] as OrderReturn, policy);
    expect(pricing).toEqual({
      subtotalInMinorUnits: 50_000,
      shippingInMinorUnits: -1_500,
      taxInMinorUnits: 4_000,
      totalInMinorUnits: 52_500,
    });
  });

  it('of a return without a refund has zero amounts', () => {
    const { pricing } = creditNoteOf([aReturn({ amountInMinorUnits: 0 })]);
    expect(pricing).toMatchObject({ subtotalInMinorUnits: 0, taxInMinorUnits: 0, totalInMinorUnits: 0 });
  });
});
