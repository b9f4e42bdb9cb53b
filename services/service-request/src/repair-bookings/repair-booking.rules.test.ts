import { cancelRequest, requestEvent, stepEvents } from '../requests/request.rules.ts';
import {
  repairBookingState as aBooking,
  byCustomer,
  byStaff,
  calendar,
  now,
} from '../testing/request-samples.ts';
import { holdsSeat, isOpen, moveBooking, repairRules } from './repair-booking.rules.ts';

const startsAt = '2026-11-24T03:45:00.000Z';
const appointment = { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' };
const conflict = expect.objectContaining({ code: 'conflict' });
const stale = expect.objectContaining({ code: 'version-conflict' });

it("every event contains the appointment in the shop's time zone (SR-B1)", () => {
  const received = repairRules.receivedEvent(aBooking());
  expect(requestEvent(repairRules, aBooking(), received, byCustomer)).toMatchObject({
    type: 'repair-booking.received',
    data: { subject: 'Repair of iPhone 15', appointment, startsAt },
  });
  const cancelled = aBooking({ status: 'cancelled' });
  expect(stepEvents(repairRules, aBooking(), cancelled, 'Closed', byStaff)[0]).toMatchObject({
    type: 'repair-booking.cancelled',
    data: { by: 'admin', note: 'Closed', appointment, startsAt },
  });
});

it.each([
  ['pending', true],
  ['confirmed', true],
  ['in-repair', true],
  ['done', true],
  ['cancelled', false],
] as const)('a booking that is %s holds its seat: %s (SR-B4)', (status, expected) => {
  expect(holdsSeat({ status })).toBe(expected);
});

describe('changes by the customer (SR-B7)', () => {
  it.each([
    ['pending', true],
    ['confirmed', true],
    ['in-repair', false],
    ['done', false],
    ['cancelled', false],
  ] as const)('to a booking that is %s are possible: %s', (status, expected) => {
    expect(isOpen(aBooking({ status }), now, calendar)).toBe(expected);
  });

  it('are possible until the slot starts, to the millisecond', () => {
    const startMs = new Date(startsAt).getTime();
    expect(isOpen(aBooking(), new Date(startMs - 1), calendar)).toBe(true);
    expect(isOpen(aBooking(), new Date(startMs), calendar)).toBe(false);
  });
});

it('cancelling by the customer is refused once the slot has started (SR-B7)', () => {
  expect(() => cancelRequest(repairRules, aBooking({ date: '2026-11-23' }), byCustomer)).toThrow(
    'This booking can not be changed any more. Please call us.',
  );
});

describe('moving (SR-B8)', () => {
  const newSlot = { date: '2026-11-25', time: '16:30' };

  it('by the customer changes the slot, and the event contains both slots', () => {
    const { state, events } = moveBooking(aBooking({ adminNotes: 'Call first' }), newSlot, byCustomer);
    expect(state).toMatchObject({ ...newSlot, version: 2, status: 'pending', adminNotes: 'Call first' });
    expect(state.history.at(-1)).toEqual({
      at: now,
      by: 'customer',
      who: null,
      what: 'time',
      from: '2026-11-24 09:30',
      to: '2026-11-25 16:30',
      note: '',
    });
    expect(events).toMatchObject([
      {
        type: 'repair-booking.moved',
        data: {
          appointment: { ...newSlot, timeZone: 'Asia/Kathmandu' },
          startsAt: '2026-11-25T10:45:00.000Z',
          from: appointment,
          by: 'customer',
          note: '',
        },
      },
    ]);
  });

  it('by staff stores their note', () => {
    const { state, events } = moveBooking(aBooking(), { ...newSlot, note: 'We are ill' }, byStaff);
    expect(state.adminNotes).toBe('We are ill');
    expect(events).toMatchObject([{ data: { by: 'admin', note: 'We are ill' } }]);
  });

  it('to the same slot changes nothing; another date or time is another slot', () => {
    const booking = aBooking();
    expect(moveBooking(booking, { date: '2026-11-24', time: '09:30' }, byCustomer)).toEqual({
      state: booking,
      events: [],
    });
    expect(moveBooking(booking, { date: '2026-11-25', time: '09:30' }, byCustomer).state.version).toBe(2);
    expect(moveBooking(booking, { date: '2026-11-24', time: '10:00' }, byCustomer).state.version).toBe(2);
  });

  it('is possible for the customer as in SR-B7, and for staff until the booking is cancelled', () => {
    for (const status of ['in-repair', 'done'] as const) {
      expect(() => moveBooking(aBooking({ status }), newSlot, byCustomer)).toThrow(conflict);
      expect(moveBooking(aBooking({ status }), newSlot, byStaff).state.date).toBe(newSlot.date);
    }
    expect(() => moveBooking(aBooking({ status: 'cancelled' }), newSlot, byStaff)).toThrow(conflict);
    expect(moveBooking(aBooking({ date: '2026-11-20' }), newSlot, byStaff).state.date).toBe(newSlot.date);
  });

  it('an outdated version is refused (SR-G3)', () => {
    expect(() => moveBooking(aBooking({ version: 2 }), { ...newSlot, version: 1 }, byStaff)).toThrow(stale);
  });
});
