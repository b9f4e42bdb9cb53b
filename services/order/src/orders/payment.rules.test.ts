import { anOrder } from '../testing/order-builder.ts';
import { payWithinMs } from './order.rules.ts';
import { askRefund, notPaid, paid, refunded, refundedByHand } from './payment.rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const admin = { now, actor: { by: 'admin', who: 'admin-1' } } as const;
const shop = { now, actor: { by: 'shop', who: null } } as const;
const card = anOrder({ paymentMethod: 'card', payUntil: new Date(now.getTime() + payWithinMs) });
const paidCard = anOrder({
  paymentMethod: 'card',
  paymentStatus: 'paid',
  card: { sessionId: 's', paymentId: 'p' },
});
const payment = { paymentId: 'p', amountInMinorUnits: 108_000 };

describe('money by card (O9, O10)', () => {
  it('comes once, and stops the clock', () => {
    const change = paid(card, payment, shop);
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', payUntil: null, refund: null });
    expect(change?.events).toMatchObject([{ type: 'payment.succeeded' }]);
    expect(paid(paidCard, payment, shop)).toBeUndefined();
  });

  it('that comes after the order was cancelled has to go back', () => {
    const change = paid({ ...card, orderStatus: 'cancelled' }, payment, shop);
    expect(change?.order).toMatchObject({ paymentStatus: 'paid', refund: { state: 'due' } });
  });

  it('a declined card leaves the order payable; events that are late change nothing', () => {
    expect(notPaid(card, 'declined', shop)?.order).toMatchObject({
      paymentStatus: 'failed',
      payUntil: card.payUntil,
    });
    expect(notPaid(paidCard, 'declined', shop)).toBeUndefined();
    expect(notPaid({ ...card, orderStatus: 'cancelled' }, 'expired', shop)).toBeUndefined();
  });

  it('goes back once, and is told once', () => {
    const asked = askRefund(paidCard, 'Broken', admin);
    expect(asked?.order.refund).toMatchObject({ state: 'due', note: 'Broken' });
    if (!asked) throw new Error('not asked');
    expect(askRefund(asked.order, 'again', admin)).toBeUndefined();
    const done = refunded(asked.order, shop);
    expect(done?.order).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
    expect(done?.events).toMatchObject([{ type: 'order.refunded', data: { amountInMinorUnits: 108_000 } }]);
    expect(done && refunded(done.order, shop)).toBeUndefined();
  });

  it('is not given back before it came', () => {
    expect(() => askRefund(card, '', admin)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('in cash is handed back by people and noted in one step', () => {
    const change = refundedByHand(anOrder({ paymentStatus: 'paid' }), 'At the shop', admin);
    expect(change?.order).toMatchObject({ paymentStatus: 'refunded', version: 2 });
    expect(change?.events).toMatchObject([{ type: 'order.refunded', aggregateVersion: 2 }]);
  });
});
