import { cancel, updateStatus } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { requestRefund } from '../payments/payment.rules.ts';
import { anOrder } from '../testing/order-builder.ts';
import { claimBuyBack, endBuyBack } from './buy-back.rules.ts';
import { claimReturn } from './return-claim.rules.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const context = { now, actor: { by: 'shop', who: null } } as const;
const deviceId = 'a'.repeat(24);
const requestedClaim = { id: 'd'.repeat(24), deviceId, reference: '0000D1', version: 4 };
const lines = [{ key: deviceId, quantity: 1 }];

/** Delivered and paid 31 days ago. */
function aSale(overrides: Partial<Order> = {}): Order {
  const at = new Date('2026-10-26T09:59:59.000Z');
  const step = { by: 'admin', who: 'admin-1', what: 'order-status', from: 'shipped', note: '' } as const;
  const history = [{ ...step, to: 'delivered', at }];
  return anOrder({ orderStatus: 'delivered', paymentStatus: 'paid', history, ...overrides });
}
const orderAfterClaim = (order = aSale(), claim = requestedClaim) =>
  claimBuyBack(order, claim, 30, context)?.order;
const sale = orderAfterClaim() ?? aSale();

describe('ORD-R10: a phone that the shop buys back', () => {
  it('is claimed once by its receipt', () => {
    expect(sale.buyBacks).toEqual([{ ...requestedClaim, lines }]);
    expect(orderAfterClaim(sale)).toBeUndefined();
  });

  it.each<[string, Order, string]>([
    ['is not delivered yet', aSale({ history: [], orderStatus: 'shipped' }), 'not delivered yet'],
    [
      'can still be returned',
      aSale({ history: aSale().history.map((buyBack) => ({ ...buyBack, at: now })) }),
      'can still',
    ],
    ['was cancelled', aSale({ orderStatus: 'cancelled' }), 'was cancelled'],
    ['was refunded', aSale({ paymentStatus: 'refunded' }), 'its money was given back'],
    [
      'has it in another receipt',
      orderAfterClaim(aSale(), { ...requestedClaim, id: 'e'.repeat(24) }) ?? aSale(),
      'bought back already',
    ],
    [
      'has it in a return',
      aSale({
        openReturns: [{ id: 'e'.repeat(24), reference: 'RT1', lines, version: 0, since: now, askAt: null }],
      }),
      'in a return',
    ],
  ])('is refused when its order %s', (_, order, words) => {
    expect(() => orderAfterClaim(order)).toThrow(words);
  });

  it.each([
    ['cancelled', () => cancel(sale, { reason: 'admin', note: '' }, context)],
    [
      'cancelled by its status',
      () => updateStatus(sale, { orderStatus: 'cancelled', adminNotes: 'No.' }, context),
    ],
    ['refunded', () => requestRefund(sale, 'No.', context)],
    [
      'marked as refunded',
      () => updateStatus(sale, { orderStatus: 'delivered', paymentStatus: 'refunded' }, context),
    ],
  ])('keeps its order from being %s', (_, step) => {
    expect(step).toThrow('The shop buys a phone of this order by the sell request 0000D1');
  });

  it('is in no return, also in one that is resumed', () => {
    const claim = { id: 'f'.repeat(24), reference: 'RT2', lines, version: 3 };
    expect(() => claimReturn(sale, claim, 30, context)).toThrow('returned already');
  });

  it('that went back releases its order, and can be claimed again while that event is in flight', () => {
    const wentBack = (version: number) => (buyBack: { version: number }) => buyBack.version < version;
    const releasedOrder = endBuyBack(sale, wentBack(5), context)?.order ?? sale;
    expect(releasedOrder.buyBacks).toEqual([]);
    expect(cancel(releasedOrder, { reason: 'admin', note: '' }, context).order.orderStatus).toBe('cancelled');
    const claimedAgain = orderAfterClaim(sale, { ...requestedClaim, id: 'e'.repeat(24), version: 5 }) ?? sale;
    expect(claimedAgain.buyBacks).toMatchObject([{ id: 'e'.repeat(24) }]);
    expect(endBuyBack(claimedAgain, wentBack(5), context)).toBeUndefined();
  });
});
