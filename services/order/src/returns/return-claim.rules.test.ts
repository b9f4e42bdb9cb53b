import type { Order, OrderReturn } from '../orders/order.ts';
import { anOrder } from '../testing/order-builder.ts';
import { type Claim, claimReturn, endClaim, settleClaim } from './return-claim.rules.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const context = { now, actor: { by: 'shop', who: null } } as const;
const days = 30;
const key = 'a'.repeat(24);
const claim: Claim = { id: 'd'.repeat(24), reference: 'RT001', lines: [{ key, quantity: 2 }], version: 0 };
const other: Claim = { ...claim, id: 'e'.repeat(24), reference: 'RT002' };

/** Three pieces, delivered and paid six days ago. */
function aDelivered(overrides: Partial<Order> = {}): Order {
  const [line] = anOrder().lines;
  if (line === undefined) throw new Error('The order has no line.');
  const at = new Date('2026-11-20T10:00:00.000Z');
  const step = {
    by: 'admin',
    who: 'admin-1',
    what: 'order-status',
    from: 'shipped',
    to: 'delivered',
    note: '',
  } as const;
  return anOrder({
    orderStatus: 'delivered',
    paymentStatus: 'paid',
    lines: [{ ...line, quantity: 3 }],
    history: [{ ...step, at }],
    ...overrides,
  });
}
const orderAfterClaim = (order = aDelivered(), requestedClaim = claim, at = now) =>
  claimReturn(order, requestedClaim, days, { ...context, now: at })?.order;
const withClaim = (requestedClaim = claim) => orderAfterClaim(aDelivered(), requestedClaim) ?? aDelivered();
const settledReturn: OrderReturn = {
  id: claim.id,
  reference: 'RT001',
  lines: claim.lines,
  state: 'done',
  amountInMinorUnits: 0,
  creditInMinorUnits: 0,
  note: '',
  since: now,
  settledAt: now,
};

describe('ORD-R8: a claim', () => {
  it('is stored once, and asked about after a minute', () => {
    const order = withClaim();
    const askAt = new Date(now.getTime() + 60_000);
    expect(order.openReturns).toEqual([{ ...claim, since: now, askAt }]);
    expect(orderAfterClaim(order)).toBeUndefined();
  });

  it.each<[string, Order, Claim, string]>([
    ['while another return is open', withClaim(), other, 'There is the return RT001 of this order already'],
    [
      'of other goods under the same id',
      withClaim(),
      { ...claim, lines: [{ key, quantity: 1 }] },
      'other goods',
    ],
    [
      'of more pieces than were bought',
      aDelivered(),
      { ...claim, lines: [{ key, quantity: 4 }] },
      'returned already',
    ],
    [
      'of a line that the order does not have',
      aDelivered(),
      { ...claim, lines: [{ key: 'b', quantity: 1 }] },
      'returned already',
    ],
    ['of pieces that came back', aDelivered({ returns: [settledReturn] }), other, 'returned already'],
    ['of a settled return', aDelivered({ returns: [settledReturn] }), claim, 'This return is settled.'],
    [
      'of an order that was cancelled',
      aDelivered({ orderStatus: 'cancelled' }),
      claim,
      'This order was cancelled.',
    ],
    [
      'of a deleted account',
      aDelivered({ isBuyerDeleted: true }),
      claim,
      'The account of this order was deleted.',
    ],
  ])('is refused %s', (_, order, requestedClaim, text) => {
    expect(() => orderAfterClaim(order, requestedClaim)).toThrow(text);
  });

  it('of a new return is refused after the return period; that of a resumed one is not', () => {
    const late = new Date('2026-12-21T10:00:00.000Z');
    expect(() => orderAfterClaim(aDelivered(), claim, late)).toThrow('are over');
    expect(orderAfterClaim(aDelivered(), { ...claim, version: 2 }, late)?.openReturns).toMatchObject([
      { version: 2 },
    ]);
    expect(() =>
      orderAfterClaim(
        aDelivered({ returns: [{ ...settledReturn, id: other.id }] }),
        { ...claim, version: 2 },
        late,
      ),
    ).toThrow('returned already');
  });

  it('ends by a newer event of its return only', () => {
    const { id } = claim;
    const order = withClaim({ ...claim, version: 2 });
    expect(endClaim(order, { id, version: 2 }, context)).toBeUndefined();
    expect(endClaim(order, { id: other.id, version: 9 }, context)).toBeUndefined();
    expect(endClaim(order, { id, version: 3 }, context)?.order.openReturns).toEqual([]);
  });

  it('that was made again for a newer step is asked about again', () => {
    const order = settleClaim(
      withClaim(),
      (withClaim().openReturns ?? [])[0] as never,
      'open',
      context,
    )?.order;
    expect(order?.openReturns).toMatchObject([{ version: 0, askAt: null }]);
    expect(orderAfterClaim(order, { ...claim, version: 2 })?.openReturns).toMatchObject([
      { version: 2, askAt: expect.any(Date) },
    ]);
  });

  it.each([
    ['abandoned', []],
    ['closed', []],
    ['open', [{ askAt: null }]],
  ] as const)('whose return is %s leaves %j, unless it was made again meanwhile', (state, openReturns) => {
    const order = withClaim();
    const [queriedClaim] = order.openReturns ?? [];
    if (!queriedClaim) throw new Error('The order has no claim.');
    expect(settleClaim(order, queriedClaim, state, context)?.order.openReturns).toMatchObject(openReturns);
    expect(settleClaim(withClaim({ ...claim, version: 2 }), queriedClaim, state, context)).toBeUndefined();
  });
});
