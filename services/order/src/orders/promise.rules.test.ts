import { anOrder, testCalendar } from '../testing/order-builder.ts';
import type { Order } from './order.ts';
import { promisedAtOf } from './promise.rules.ts';

const promised = (overrides: Partial<Order>) => promisedAtOf(anOrder(overrides), testCalendar)?.toISOString();

// A Friday, 15:45 in the shop.
const friday = new Date('2026-11-20T10:00:00.000Z');

it('promises contact about a new order within 24 hours, also over a weekend (ORD-W5, NPB-07)', () => {
  expect(promised({ createdAt: friday })).toBe('2026-11-21T10:00:00.000Z');
});

it.each(['confirmed', 'processing', 'shipped'] as const)(
  'promises delivery of a %s order by the end of the fifth business day (ORD-W5, NPB-15)',
  (orderStatus) => {
    // Excludes weekends: Friday of the next week, until the shop's midnight.
    expect(promised({ createdAt: friday, orderStatus })).toBe('2026-11-27T18:15:00.000Z');
    // Excludes closed days.
    const beforeClosedDay = new Date('2026-12-18T10:00:00.000Z');
    expect(promised({ createdAt: beforeClosedDay, orderStatus })).toBe('2026-12-28T18:15:00.000Z');
  },
);

it.each(['delivered', 'cancelled'] as const)(
  'an order that is %s does not wait for staff (ORD-W5)',
  (orderStatus) => {
    expect(promised({ orderStatus })).toBeUndefined();
  },
);

it('promises to hand money of a cancelled order back within a day (ORD-W5)', () => {
  const cancelled = [
    ...anOrder().history,
    {
      at: friday,
      by: 'admin' as const,
      who: 'admin-1',
      what: 'order-status' as const,
      from: 'pending',
      to: 'cancelled',
      note: '',
    },
  ];
  const unrefundedOrder = { orderStatus: 'cancelled', paymentStatus: 'paid', history: cancelled } as const;
  expect(promised(unrefundedOrder)).toBe('2026-11-21T10:00:00.000Z');
  expect(promised({ ...unrefundedOrder, paymentStatus: 'refunded' })).toBeUndefined();
  const refund = { state: 'due', amountInMinorUnits: 1, note: '', since: friday } as const;
  const byCard = { ...unrefundedOrder, onlinePayment: { sessionId: 'cs_1', paymentId: 'pi_1' }, refund };
  expect(promised(byCard)).toBeUndefined();
  expect(promised({ ...byCard, refund: { ...refund, state: 'failed' } })).toBe('2026-11-21T10:00:00.000Z');
  const secondPayment = { paymentId: 'pi_2', amountInMinorUnits: 1, state: 'due', since: friday } as const;
  const deliveredOrder = { orderStatus: 'delivered', secondPayments: [secondPayment] } as const;
  expect(promised(deliveredOrder)).toBeUndefined();
  expect(promised({ ...deliveredOrder, secondPayments: [{ ...secondPayment, failedAt: friday }] })).toBe(
    '2026-11-21T10:00:00.000Z',
  );
});

it('promises a card order from its payment on (ORD-W5, ORD-O6)', () => {
  const unpaid = { paymentMethod: 'card', payUntil: new Date('2026-11-20T10:30:00.000Z') } as const;
  expect(promised({ ...unpaid, createdAt: friday })).toBeUndefined();
  const onlinePayment = {
    sessionId: 'cs_1',
    paymentId: 'pi_1',
    paidAt: new Date('2026-11-20T10:20:00.000Z'),
  };
  expect(
    promised({ ...unpaid, createdAt: friday, paymentStatus: 'paid', payUntil: null, onlinePayment }),
  ).toBe('2026-11-21T10:20:00.000Z');
  // Staff have confirmed it although it is unpaid.
  expect(promised({ ...unpaid, createdAt: friday, orderStatus: 'confirmed' })).toBe(
    '2026-11-27T18:15:00.000Z',
  );
});

it('promises an unpaid order without an open page, also after a declined card (ORD-W5, ORD-O6)', () => {
  const payUntil = new Date('2026-11-20T10:30:00.000Z');
  const unpaid = { paymentMethod: 'card', createdAt: friday } as const;
  const contactTime = '2026-11-21T10:00:00.000Z';
  expect(promised({ ...unpaid, payUntil: null })).toBe(contactTime);
  expect(promised({ ...unpaid, payUntil, paymentStatus: 'failed' })).toBeUndefined();
  expect(promised({ ...unpaid, payUntil, paymentStatus: 'paid' })).toBe(contactTime);
  expect(promised({ createdAt: friday, payUntil })).toBe(contactTime);
});

it('promises to settle a failed refund of a second payment (ORD-W5, ORD-O10)', () => {
  const secondPayment = { paymentId: 'pi_2', amountInMinorUnits: 1, state: 'due', since: friday } as const;
  const failedPayment = { ...secondPayment, paymentId: 'pi_3', failedAt: friday };
  const promisedWith = (...secondPayments: Order['secondPayments'] & object) =>
    promised({ orderStatus: 'delivered', secondPayments });
  expect(promisedWith(secondPayment, failedPayment)).toBe('2026-11-21T10:00:00.000Z');
  expect(promisedWith({ ...failedPayment, state: 'done' })).toBeUndefined();
});
