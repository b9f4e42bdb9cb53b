import { type PhoneOrder, phoneOrderRules } from '../phone-orders/phone-order.rules.ts';
import { type RepairBooking, repairRules } from '../repair-bookings/repair-booking.rules.ts';
import { type SellRequest, sellRules } from '../sell-requests/sell-request.rules.ts';
import {
  phoneOrderState,
  repairBookingState,
  calendar as sampleCalendar,
  sellRequestState,
} from '../testing/request-samples.ts';
import { promisedAtOf } from './request.rules.ts';

// 25 December 2026 is a Friday.
const calendar = { ...sampleCalendar, closedDays: new Set(['2026-12-25']) };
// A Friday, 15:45 in the shop.
const friday = new Date('2026-11-20T10:00:00.000Z');
const midnightAfter = (day: string) => `${day}T18:15:00.000Z`;

const sell = (overrides: Partial<SellRequest>) => {
  const state = sellRequestState({ createdAt: friday, updatedAt: friday, history: [], ...overrides });
  return promisedAtOf(sellRules, state, calendar)?.toISOString();
};
const order = (overrides: Partial<PhoneOrder>) =>
  promisedAtOf(
    phoneOrderRules,
    phoneOrderState({ createdAt: friday, ...overrides }),
    calendar,
  )?.toISOString();
const repair = (overrides: Partial<RepairBooking>) =>
  promisedAtOf(repairRules, repairBookingState(overrides), calendar)?.toISOString();

describe('a sell request (SR-G13)', () => {
  it.each(['pending', 'reviewed'] as const)('that is %s has its quote within 24 hours (ERR-24)', (status) => {
    expect(sell({ status })).toBe('2026-11-21T10:00:00.000Z');
  });

  it.each(['quoted', 'rejected', 'completed'] as const)('has no promised time as %s', (status) => {
    expect(sell({ status })).toBeUndefined();
  });

  it('is paid on the day of its acceptance, or the next working day (GEN-08)', () => {
    const accepted = (at: string) => ({
      status: 'accepted' as const,
      history: [
        {
          at: new Date(at),
          by: 'customer',
          who: null,
          what: 'status',
          from: 'quoted',
          to: 'accepted',
          note: '',
        },
      ] as SellRequest['history'],
    });
    expect(sell(accepted('2026-11-20T10:00:00.000Z'))).toBe(midnightAfter('2026-11-20'));
    expect(sell(accepted('2026-11-21T10:00:00.000Z'))).toBe(midnightAfter('2026-11-23'));
    expect(sell(accepted('2026-12-25T10:00:00.000Z'))).toBe(midnightAfter('2026-12-28'));
  });
});

describe('a phone order (SR-G13)', () => {
  it.each([
    ['urgent', midnightAfter('2026-11-20')],
    ['express', midnightAfter('2026-11-24')],
    ['standard', midnightAfter('2026-11-27')],
  ] as const)(
    'that is %s is due on the last business day of its priority: %s (NPB-15 to NPB-17)',
    (priority, at) => {
      for (const status of ['confirmed', 'processing', 'shipped'] as const)
        expect(order({ status, priority })).toBe(at);
    },
  );

  it('is due within 24 hours while pending, or sooner when its delivery is (NPB-07)', () => {
    expect(order({ status: 'pending', priority: 'standard' })).toBe('2026-11-21T10:00:00.000Z');
    expect(order({ status: 'pending', priority: 'urgent' })).toBe(midnightAfter('2026-11-20'));
  });

  it('is due on a later pickup date', () => {
    expect(order({ status: 'confirmed', priority: 'express', preferredDate: '2026-12-01' })).toBe(
      midnightAfter('2026-12-01'),
    );
    expect(order({ status: 'confirmed', priority: 'express', preferredDate: '2026-11-23' })).toBe(
      midnightAfter('2026-11-24'),
    );
  });

  it.each(['delivered', 'cancelled'] as const)('that is %s does not wait for staff', (status) => {
    expect(order({ status, priority: 'urgent' })).toBeUndefined();
  });
});

describe('a repair (SR-G13)', () => {
  it.each(['pending', 'confirmed'] as const)('is due at its slot as %s, and moves with it', (status) => {
    expect(repair({ status, urgency: 'low' })).toBe('2026-11-24T03:45:00.000Z');
    expect(repair({ status, urgency: 'low', date: '2026-11-25', time: '16:30' })).toBe(
      '2026-11-25T10:45:00.000Z',
    );
  });

  it.each([
    ['high', midnightAfter('2026-11-24')],
    ['medium', midnightAfter('2026-11-27')],
    ['low', midnightAfter('2026-12-01')],
  ] as const)('of urgency %s is done by %s (RBOOK-06 to RBOOK-08)', (urgency, at) => {
    expect(repair({ status: 'in-repair', urgency })).toBe(at);
  });

  it.each(['done', 'cancelled'] as const)('that is %s does not wait for staff', (status) => {
    expect(repair({ status, urgency: 'high' })).toBeUndefined();
  });
});
