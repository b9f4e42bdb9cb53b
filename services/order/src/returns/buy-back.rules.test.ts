import { cancel, updateStatus } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { requestRefund } from '../payments/payment.rules.ts';
import { anOrder } from '../testing/order-builder.ts';
import { claimBuyBack, endBuyBack } from './buy-back.rules.ts';
import { claimReturn } from './return-claim.rules.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const context = { now, actor: { by: 'shop', who: null } } as const;
const deviceId = 'a'.repeat(24);
const asked = { id: 'd'.repeat(24), deviceId, reference: '0000D1', version: 4 };
const lines = [{ key: deviceId, quantity: 1 }];

/** Delivered and paid 31 days ago. */
function aSale(over: Partial<Order> = {}): Order {
  const at = new Date('2026-10-26T09:59:59.000Z');
  const step = { by: 'admin', who: 'admin-1', what: 'order-status', from: 'shipped', note: '' } as const;
  const history = [{ ...step, to: 'delivered', at }];
  return anOrder({ orderStatus: 'delivered', paymentStatus: 'paid', history, ...over });
}
const claimed = (order = aSale(), claim = asked) => claimBuyBack(order, claim, 30, context)?.order;
const sale = claimed() ?? aSale();

describe('ORD-R10: a phone that the shop buys back', () => {
  it('is claimed once by its receipt', () => {
    expect(sale.buyBacks).toEqual([{ ...asked, lines }]);
    expect(claimed(sale)).toBeUndefined();
  });

  it.each<[string, Order, string]>([
    ['is not delivered yet', aSale({ history: [], orderStatus: 'shipped' }), 'not delivered yet'],
    [
      'can still be returned',
      aSale({ history: aSale().history.map((one) => ({ ...one, at: now })) }),
      'can still',
    ],
    ['was cancelled', aSale({ orderStatus: 'cancelled' }), 'was cancelled'],
    ['was refunded', aSale({ paymentStatus: 'refunded' }), 'its money was given back'],
    [
      'has it in another receipt',
      claimed(aSale(), { ...asked, id: 'e'.repeat(24) }) ?? aSale(),
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
    expect(() => claimed(order)).toThrow(words);
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
  ])('leaves an order that is not %s', (_, step) => {
    expect(step).toThrow('The shop buys a phone of this order by the sell request 0000D1');
  });

  it('is in no return, also in one that is taken up again', () => {
    const claim = { id: 'f'.repeat(24), reference: 'RT2', lines, version: 3 };
    expect(() => claimReturn(sale, claim, 30, context)).toThrow('returned already');
  });

  it('that went back releases its order, and can be claimed again while that event is in transit', () => {
    const wentBack = (version: number) => (one: { version: number }) => one.version < version;
    const freed = endBuyBack(sale, wentBack(5), context)?.order ?? sale;
    expect(freed.buyBacks).toEqual([]);
    expect(cancel(freed, { reason: 'admin', note: '' }, context).order.orderStatus).toBe('cancelled');
    const anew = claimed(sale, { ...asked, id: 'e'.repeat(24), version: 5 }) ?? sale;
    expect(anew.buyBacks).toMatchObject([{ id: 'e'.repeat(24) }]);
    expect(endBuyBack(anew, wentBack(5), context)).toBeUndefined();
  });
});
