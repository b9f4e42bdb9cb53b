import { orderStatuses, type PaymentStatus } from '@kinmel/contracts';
import fc from 'fast-check';
import { anOrder } from '../testing/order-builder.ts';
import {
  cancel,
  cancelByCustomer,
  cancelUnpaid,
  forgetBuyer,
  forgetWhenOver,
  goneBuyer,
  handsBackSince,
  keepUnpaid,
  needsNote,
  payWithinMs,
  placedEvent,
  updateStatus,
} from './order.rules.ts';
import type { Order } from './order.ts';
import { refunded, refundedByHand } from './payment.rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const admin = { now, actor: { by: 'admin', who: 'admin-1' } } as const;
const customer = { now, actor: { by: 'customer', who: 'user-1' } } as const;
const shop = { now, actor: { by: 'shop', who: null } } as const;
const card = anOrder({ paymentMethod: 'card', payUntil: new Date(now.getTime() + payWithinMs) });
const paidCard = anOrder({
  paymentMethod: 'card',
  paymentStatus: 'paid',
  card: { sessionId: 's', paymentId: 'p' },
});

describe('a new order', () => {
  it('tells all that its listeners need, and which lines are no products', () => {
    const offerLine = {
      ...anOrder().lines[0],
      productId: 'b'.repeat(24),
      isProduct: false,
      specialOffer: { id: 'b'.repeat(24), title: 'T', description: '', discount: '', discountPercentage: 0 },
    };
    const order = anOrder({ lines: [...anOrder().lines, offerLine as never], offerIds: ['b'.repeat(24)] });
    expect(placedEvent(order, { now }).data).toMatchObject({
      orderId: order.id,
      customer: { name: 'Sita Sharma', email: 'sita@example.com' },
      lines: [
        { isProduct: true, offerId: null },
        { isProduct: false, offerId: 'b'.repeat(24) },
      ],
      offerIds: ['b'.repeat(24)],
      totalInMinorUnits: 108_000,
      deliverTo: 'Durbar Marg 5, Kathmandu 44600',
    });
  });
});

describe('cancelling by the customer (O5, SIL-37)', () => {
  it('ends a pending order, tells it, and writes it down', () => {
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
      { type: 'order.cancelled', aggregateVersion: 2, data: { reason: 'customer', isRefunded: false } },
    ]);
  });

  it('a second time changes nothing', () => {
    expect(cancelByCustomer(anOrder({ orderStatus: 'cancelled' }), '', customer)).toBeUndefined();
  });

  it.each(['confirmed', 'processing', 'shipped', 'delivered'] as const)(
    'of a %s order is refused',
    (orderStatus) => {
      expect(() => cancelByCustomer(anOrder({ orderStatus }), '', customer)).toThrow(
        expect.objectContaining({ code: 'not-cancellable' }),
      );
    },
  );

  it('keeps what the customer says out of what the shop tells: it would be mailed to whatever address the customer named (O14)', () => {
    const cancelled = cancelByCustomer(paidCard, 'Call 9800000000', customer);
    const paidBack = cancelled && refunded(cancelled.order, shop);
    expect(JSON.stringify([cancelled?.events, paidBack?.events])).not.toContain('9800000000');
    expect(paidBack?.order.history.map(({ note }) => note)).toContain('Call 9800000000');
  });

  it('asks for the money of a paid card back, once', () => {
    const change = cancelByCustomer(paidCard, '', customer);
    expect(change?.order.refund).toMatchObject({ state: 'due', amountInMinorUnits: 108_000 });
    expect(change?.events[0]?.data).toMatchObject({ isRefunded: true });
  });
});

describe('the money of a cancelled order (O5, O10)', () => {
  const refund = { amountInMinorUnits: 108_000, note: '', since: now };
  const cash = anOrder({ paymentStatus: 'paid' });
  it.each<[string, Order, string]>([
    ['that nobody paid', card, 'none'],
    ['whose card was declined', { ...card, paymentStatus: 'failed' }, 'none'],
    ['paid by card', paidCard, 'goes-back'],
    ['paid by card and called something else', { ...paidCard, paymentStatus: 'failed' }, 'goes-back'],
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
  ])('%s is told', (_, order, money) => {
    const { events, order: after } = cancel(order, { reason: 'admin', note: '' }, admin);
    expect(events).toMatchObject([
      { type: 'order.cancelled', data: { money, isRefunded: money === 'goes-back' } },
    ]);
    expect(after.refund?.state === 'due').toBe(money === 'goes-back');
    expect(handsBackSince(after) !== null).toBe(money === 'by-hand');
  });

  it('is that after the whole step when staff mark the payment with it', () => {
    const moneyOf = (order: Order, paymentStatus: PaymentStatus) =>
      updateStatus(order, { orderStatus: 'cancelled', paymentStatus, adminNotes: 'x' }, admin)?.events[0]
        ?.data;
    expect(moneyOf(anOrder(), 'paid')).toMatchObject({ money: 'by-hand' });
    expect(moneyOf(cash, 'refunded')).toMatchObject({ money: 'already-back' });
    expect(moneyOf(cash, 'failed')).toMatchObject({ money: 'none' });
  });
});

describe('an unpaid card order (O6)', () => {
  const due = { ...card, payUntil: now };
  it('is cancelled to the millisecond its time is over, not before', () => {
    expect(cancelUnpaid(due, shop)?.order.orderStatus).toBe('cancelled');
    expect(cancelUnpaid({ ...card, payUntil: new Date(now.getTime() + 1) }, shop)).toBeUndefined();
  });
  it('is left alone when it was paid, cancelled, or waits for nothing', () => {
    expect(cancelUnpaid({ ...due, paymentStatus: 'paid' }, shop)).toBeUndefined();
    expect(cancelUnpaid({ ...due, orderStatus: 'cancelled' }, shop)).toBeUndefined();
    expect(cancelUnpaid(anOrder(), shop)).toBeUndefined();
  });
  it('is kept once staff have taken it on, since its pieces may have left, and waits for its money no more', () => {
    for (const orderStatus of ['confirmed', 'processing', 'shipped', 'delivered'] as const) {
      expect(cancelUnpaid({ ...due, orderStatus }, shop)).toBeUndefined();
      const kept = keepUnpaid({ ...due, orderStatus }, shop);
      expect(kept).toMatchObject({
        order: { orderStatus, payUntil: null, version: due.version + 1 },
        events: [],
      });
      expect(kept?.order.history.at(-1)).toMatchObject({ by: 'shop', what: 'note', to: 'not paid in time' });
    }
    expect(keepUnpaid(due, shop)).toBeUndefined();
    expect(keepUnpaid({ ...due, orderStatus: 'shipped', paymentStatus: 'paid' }, shop)).toBeUndefined();
    expect(keepUnpaid({ ...due, orderStatus: 'cancelled' }, shop)).toBeUndefined();
  });
});

describe('steps by staff (O7, SIL-38, ACHK-18)', () => {
  it.each([
    ['pending', 'confirmed', false],
    ['pending', 'processing', false],
    ['processing', 'shipped', false],
    ['shipped', 'delivered', false],
    ['processing', 'cancelled', false],
    ['pending', 'shipped', true],
    ['delivered', 'pending', true],
    ['shipped', 'cancelled', true],
    ['shipped', 'shipped', false],
  ] as const)('from %s to %s needs a note: %s', (from, to, expected) => {
    expect(needsNote(from, to)).toBe(expected);
  });

  it('back or over are refused without a note and done with one', () => {
    const order = anOrder({ orderStatus: 'delivered' });
    expect(() => updateStatus(order, { orderStatus: 'pending' }, admin)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
    const change = updateStatus(order, { orderStatus: 'pending', adminNotes: 'Came back' }, admin);
    expect(change?.order).toMatchObject({ orderStatus: 'pending', adminNotes: 'Came back' });
    expect(change?.order.history.at(-1)).toMatchObject({ by: 'admin', who: 'admin-1', from: 'delivered' });
  });

  it('never bring a cancelled order back: its pieces are gone', () => {
    const order = anOrder({ orderStatus: 'cancelled' });
    expect(() => updateStatus(order, { orderStatus: 'pending', adminNotes: 'x' }, admin)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  it('tell of a status once, and of a cancelling as such', () => {
    const confirmed = updateStatus(anOrder(), { orderStatus: 'confirmed' }, admin);
    expect(confirmed?.events).toMatchObject([
      { type: 'order.status-changed', data: { from: 'pending', to: 'confirmed' } },
    ]);
    const ended = updateStatus(anOrder(), { orderStatus: 'cancelled' }, admin);
    expect(ended?.events).toMatchObject([{ type: 'order.cancelled', data: { reason: 'admin' } }]);
  });

  it('that change nothing raise no version', () => {
    expect(updateStatus(anOrder(), { orderStatus: 'pending' }, admin)).toBeUndefined();
  });

  it('keep the note that is not sent, and write down one that is (SIL-34)', () => {
    const noted = anOrder({ adminNotes: 'Call first' });
    expect(updateStatus(noted, { orderStatus: 'confirmed' }, admin)?.order.adminNotes).toBe('Call first');
    const change = updateStatus(anOrder(), { orderStatus: 'pending', adminNotes: 'Call first' }, admin);
    expect(change?.order.history.at(-1)).toMatchObject({ what: 'note', to: 'Call first' });
    expect(change?.order.version).toBe(2);
  });

  it('mark cash as paid (ACHK-15), and a card only with a note, and never as refunded (O8)', () => {
    const cash = updateStatus(
      anOrder(),
      { orderStatus: 'delivered', adminNotes: 'x', paymentStatus: 'paid' },
      admin,
    );
    expect(cash?.order).toMatchObject({ paymentStatus: 'paid', version: 2 });
    expect(cash?.order.history.slice(1).map(({ what }) => what)).toEqual(['order-status', 'payment-status']);
    expect(() => updateStatus(card, { orderStatus: 'pending', paymentStatus: 'paid' }, admin)).toThrow();
    expect(
      updateStatus(card, { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'By bank' }, admin)
        ?.order,
    ).toMatchObject({ paymentStatus: 'paid', payUntil: null });
    expect(() =>
      updateStatus(paidCard, { orderStatus: 'pending', paymentStatus: 'refunded', adminNotes: 'x' }, admin),
    ).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('never take away that the payment service has the money, and a mark by hand only with a note (O8)', () => {
    for (const paymentStatus of ['pending', 'failed'] as const) {
      expect(() =>
        updateStatus(paidCard, { orderStatus: 'pending', paymentStatus, adminNotes: 'x' }, admin),
      ).toThrow(expect.objectContaining({ code: 'conflict' }));
      const cash = anOrder({ paymentStatus: 'paid' });
      expect(() => updateStatus(cash, { orderStatus: 'pending', paymentStatus }, admin)).toThrow(
        expect.objectContaining({ code: 'invalid-request' }),
      );
      const corrected = { orderStatus: 'pending', paymentStatus, adminNotes: 'Another order.' } as const;
      expect(updateStatus(cash, corrected, admin)?.order).toMatchObject({ paymentStatus });
    }
  });

  it('never mark card money that went back as paid again, also not with a note (O8)', () => {
    const back = { ...paidCard, paymentStatus: 'refunded' as const };
    expect(() =>
      updateStatus(back, { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'x' }, admin),
    ).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('a buyer whose account is gone (O12)', () => {
  it('leaves orders that are over, everywhere in them', () => {
    const change = forgetBuyer(anOrder({ orderStatus: 'delivered' }), shop);
    expect(JSON.stringify(change?.order)).not.toMatch(/Sita|sita@|984|Durbar|user-1/);
    expect(change?.order.userId).toBe(goneBuyer.userId);
    expect(change && forgetBuyer(change.order, shop)).toBeUndefined();
  });

  it('stays in an order that is over while its money is still to go back, and leaves when it went', () => {
    const { order: cancelled } = cancel(paidCard, { reason: 'admin', note: '' }, admin);
    expect(cancelled.refund).toMatchObject({ state: 'due' });
    const kept = forgetBuyer(cancelled, shop)?.order;
    if (!kept) throw new Error('not marked');
    expect(kept).toMatchObject({ isBuyerGone: true, customerDetails: { name: 'Sita Sharma' } });
    const ended = forgetWhenOver(refunded(kept, shop), shop);
    expect(ended?.order).toMatchObject({
      ...goneBuyer,
      paymentStatus: 'refunded',
      version: kept.version + 1,
    });
  });

  it('stays in a cancelled order while people owe its money, and leaves when they handed it back', () => {
    const { order: cancelled } = cancel(
      anOrder({ paymentStatus: 'paid' }),
      { reason: 'admin', note: '' },
      admin,
    );
    const kept = forgetBuyer(cancelled, shop)?.order;
    if (!kept) throw new Error('not marked');
    expect(kept).toMatchObject({ isBuyerGone: true, customerDetails: { name: 'Sita Sharma' } });
    expect(forgetWhenOver(refundedByHand(kept, '', admin), admin)?.order).toMatchObject(goneBuyer);
  });

  it('stays in an order under way until it is over, and leaves in the very write that ends it', () => {
    const kept = forgetBuyer(anOrder({ orderStatus: 'shipped' }), shop)?.order;
    if (!kept) throw new Error('not marked');
    expect(kept).toMatchObject({ isBuyerGone: true, customerDetails: { name: 'Sita Sharma' } });
    const ended = forgetWhenOver(updateStatus(kept, { orderStatus: 'delivered' }, admin), admin);
    expect(ended?.order).toMatchObject({ ...goneBuyer, orderStatus: 'delivered', version: kept.version + 1 });
    // The mail about it can still be written.
    expect(ended?.events[0]?.data).toMatchObject({ customer: { email: 'sita@example.com' } });
  });
});

it('whatever staff set in whatever order: versions rise by one, the history tells every step, cancelled is final (O7)', () => {
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
