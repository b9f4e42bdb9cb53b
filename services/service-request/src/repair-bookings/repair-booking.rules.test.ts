import { repairBookingStatuses } from '@kinmel/contracts';
import { shopDays } from '@kinmel/service-kit';
import { customer } from '../requests/request.rules.ts';
import {
  bookedEvent,
  cancelBooking,
  forgettingRepairBookings,
  isOpen,
  moveBooking,
  newRepairBooking,
  type RepairBooking,
  repairPromises,
  repairSubject,
  setBookingStatus,
  stands,
} from './repair-booking.rules.ts';

const calendar = {
  timeZone: 'Asia/Kathmandu',
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set<string>(),
  seats: 3,
  daysAhead: 90,
  leadMinutes: 0,
};
/** A Monday, 11:45 in the shop. */
const now = new Date('2026-11-23T06:00:00.000Z');
const byCustomer = { now, actor: customer, sealedTrackingToken: 'sealed', calendar };
const byStaff = { ...byCustomer, actor: { by: 'admin', who: 'admin-1' } as const };

const aBooking = (over: Partial<RepairBooking> = {}): RepairBooking => ({
  ...newRepairBooking(
    '6500000000000000000abcde',
    {
      name: 'Sita',
      email: 'sita@example.com',
      phone: '9800000000',
      userId: 'user-1',
      model: 'iPhone 15',
      urgency: 'low',
      message: 'Broken glass',
      date: '2026-11-24',
      time: '09:30',
    },
    new Date('2026-11-22T06:00:00.000Z'),
  ),
  ...over,
});
const startsAt = '2026-11-24T03:45:00.000Z';
const appointment = { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' };
const conflict = expect.objectContaining({ code: 'conflict' });
const stale = expect.objectContaining({ code: 'version-conflict' });

describe('a new booking', () => {
  it('is pending, by its customer (B5, G2)', () => {
    expect(aBooking()).toMatchObject({
      status: 'pending',
      version: 1,
      history: [{ by: 'customer', who: null, what: 'status', from: null, to: 'pending' }],
    });
  });

  it('is told with its half hour in the zone of the shop (B1)', () => {
    expect(repairSubject(aBooking())).toBe('Repair of iPhone 15');
    expect(bookedEvent(aBooking(), byCustomer)).toMatchObject({
      type: 'repair-booking.received',
      aggregateVersion: 1,
      data: { subject: 'Repair of iPhone 15', appointment, startsAt, sealedTrackingToken: 'sealed' },
    });
  });
});

it.each([
  ['pending', true],
  ['confirmed', true],
  ['in-repair', true],
  ['done', true],
  ['cancelled', false],
] as const)('one that is %s has its seat: %s (B4)', (status, expected) => {
  expect(stands({ status })).toBe(expected);
});

describe('steps by staff (B6)', () => {
  const usual = [
    'pending>confirmed',
    'pending>in-repair',
    'pending>cancelled',
    'confirmed>in-repair',
    'confirmed>cancelled',
    'in-repair>done',
  ];
  const steps = repairBookingStatuses.flatMap((from) =>
    repairBookingStatuses.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  const set = (from: RepairBooking['status'], status: RepairBooking['status'], note = '') =>
    setBookingStatus(aBooking({ status: from }), { status, note, version: undefined }, byStaff);

  it.each(steps)('from $from to $to need a note unless they are usual (G4, SIL-38)', ({ from, to }) => {
    if (usual.includes(`${from}>${to}`)) expect(set(from, to).state.status).toBe(to);
    else expect(() => set(from, to)).toThrow(conflict);
    expect(set(from, to, 'Why').state.status).toBe(to);
  });

  it('raise the version, keep who did what, and are told (G2)', () => {
    const { state, events } = set('pending', 'confirmed', 'Come early');
    expect(state).toMatchObject({ version: 2, adminNotes: 'Come early', updatedAt: now });
    expect(state.history.at(-1)).toEqual({
      at: now,
      by: 'admin',
      who: 'admin-1',
      what: 'status',
      from: 'pending',
      to: 'confirmed',
      note: 'Come early',
    });
    expect(events).toMatchObject([
      {
        type: 'repair-booking.status-changed',
        data: { from: 'pending', to: 'confirmed', note: 'Come early', appointment, startsAt },
      },
    ]);
  });

  it('without a note keep the one before', () => {
    const noted = aBooking({ adminNotes: 'Call first' });
    const { state } = setBookingStatus(noted, { status: 'confirmed', note: '', version: undefined }, byStaff);
    expect(state.adminNotes).toBe('Call first');
  });

  it('to cancelled say who cancelled', () => {
    expect(set('pending', 'cancelled', 'Closed').events).toMatchObject([
      { type: 'repair-booking.cancelled', data: { by: 'admin', note: 'Closed' } },
    ]);
  });

  it('to the same status change nothing without a note, and write down one that is sent', () => {
    const booking = aBooking();
    expect(setBookingStatus(booking, { status: 'pending', note: '', version: undefined }, byStaff)).toEqual({
      state: booking,
      events: [],
    });
    expect(set('pending', 'pending', 'Bring the box').state).toMatchObject({
      version: 2,
      adminNotes: 'Bring the box',
    });
  });

  it('of a version that is not the newest are refused (G3)', () => {
    const update = { status: 'confirmed', note: '' } as const;
    expect(() => setBookingStatus(aBooking({ version: 2 }), { ...update, version: 1 }, byStaff)).toThrow(
      stale,
    );
    expect(setBookingStatus(aBooking({ version: 2 }), { ...update, version: 2 }, byStaff).state.version).toBe(
      3,
    );
  });
});

describe('while its customer may change it (B7)', () => {
  it.each([
    ['pending', true],
    ['confirmed', true],
    ['in-repair', false],
    ['done', false],
    ['cancelled', false],
  ] as const)('one that is %s: %s', (status, expected) => {
    expect(isOpen(aBooking({ status }), now, calendar)).toBe(expected);
  });

  it('is before its half hour begins, to the millisecond', () => {
    const at = new Date(startsAt).getTime();
    expect(isOpen(aBooking(), new Date(at - 1), calendar)).toBe(true);
    expect(isOpen(aBooking(), new Date(at), calendar)).toBe(false);
  });
});

describe('cancelling by its customer (B7)', () => {
  it('frees the seat, keeps it in the history, and is told', () => {
    const { state, events } = cancelBooking(aBooking({ status: 'confirmed' }), byCustomer);
    expect(state).toMatchObject({ status: 'cancelled', version: 2 });
    expect(state.history.at(-1)).toMatchObject({
      by: 'customer',
      from: 'confirmed',
      to: 'cancelled',
      note: '',
    });
    expect(events).toMatchObject([{ type: 'repair-booking.cancelled', data: { by: 'customer', note: '' } }]);
  });

  it('said again is answered the same', () => {
    const cancelled = aBooking({ status: 'cancelled' });
    expect(cancelBooking(cancelled, byCustomer)).toEqual({ state: cancelled, events: [] });
  });

  it('is refused once the repair has begun', () => {
    expect(() => cancelBooking(aBooking({ status: 'in-repair' }), byCustomer)).toThrow(conflict);
    expect(() => cancelBooking(aBooking({ date: '2026-11-23' }), byCustomer)).toThrow(
      'This booking can not be changed any more. Please call us.',
    );
  });
});

describe('moving (B8)', () => {
  const to = { date: '2026-11-25', time: '16:30' };

  it('by its customer takes the new half hour and tells both', () => {
    const { state, events } = moveBooking(aBooking({ adminNotes: 'Call first' }), to, byCustomer);
    expect(state).toMatchObject({ ...to, version: 2, status: 'pending', adminNotes: 'Call first' });
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
          appointment: { ...to, timeZone: 'Asia/Kathmandu' },
          startsAt: '2026-11-25T10:45:00.000Z',
          from: appointment,
          by: 'customer',
          note: '',
        },
      },
    ]);
  });

  it('by staff keeps their note', () => {
    const { state, events } = moveBooking(aBooking(), { ...to, note: 'We are ill' }, byStaff);
    expect(state.adminNotes).toBe('We are ill');
    expect(events).toMatchObject([{ data: { by: 'admin', note: 'We are ill' } }]);
  });

  it('to the same half hour changes nothing, and another day or time is another half hour', () => {
    const booking = aBooking();
    expect(moveBooking(booking, { date: '2026-11-24', time: '09:30' }, byCustomer)).toEqual({
      state: booking,
      events: [],
    });
    expect(moveBooking(booking, { date: '2026-11-25', time: '09:30' }, byCustomer).state.version).toBe(2);
    expect(moveBooking(booking, { date: '2026-11-24', time: '10:00' }, byCustomer).state.version).toBe(2);
  });

  it('by its customer is possible while B7 says so, by staff while the booking stands', () => {
    for (const status of ['in-repair', 'done'] as const) {
      expect(() => moveBooking(aBooking({ status }), to, byCustomer)).toThrow(conflict);
      expect(moveBooking(aBooking({ status }), to, byStaff).state.date).toBe(to.date);
    }
    expect(() => moveBooking(aBooking({ status: 'cancelled' }), to, byStaff)).toThrow(conflict);
    expect(moveBooking(aBooking({ date: '2026-11-20' }), to, byStaff).state.date).toBe(to.date);
  });

  it('of a version that is not the newest is refused (G3)', () => {
    expect(() => moveBooking(aBooking({ version: 2 }), { ...to, version: 1 }, byStaff)).toThrow(stale);
  });
});

it('waits for staff while it is pending, confirmed or in repair (G13, W1)', () => {
  expect(repairPromises(calendar).openStatuses).toEqual(['pending', 'confirmed', 'in-repair']);
});

describe('what of the person leaves (G10, G11)', () => {
  const { dueAt, forget } = forgettingRepairBookings({ requestDays: 30, photoDays: 10 });
  const updatedAt = new Date('2026-10-01T00:00:00.000Z');
  const due = (over: Partial<RepairBooking>) => dueAt(aBooking({ updatedAt, ...over }))?.toISOString();

  it.each(['done', 'cancelled'] as const)('one that is %s, after 30 days', (status) => {
    expect(due({ status })).toBe('2026-10-31T00:00:00.000Z');
    expect(forget(aBooking({ status }), byCustomer)).toMatchObject({
      status,
      name: 'Deleted customer',
      message: '',
    });
  });

  it('of a deleted account at once, but for a repair that has begun', () => {
    expect(due({ isCustomerGone: true, status: 'in-repair' })).toBeUndefined();
    expect(due({ isCustomerGone: true, status: 'confirmed' })).toBe(updatedAt.toISOString());
    expect(forget(aBooking({ isCustomerGone: true }), byCustomer).status).toBe('cancelled');
    expect(due({})).toBeUndefined();
  });
});
