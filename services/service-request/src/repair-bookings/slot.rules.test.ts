import { shopDays } from '@kinmel/service-kit';
import {
  beginningOfSlot,
  noSlotReasonOf,
  openSlots,
  refuseImpossibleSlot,
  type SlotCalendar,
  shopDaysFrom,
  slotTimes,
} from './slot.rules.ts';

const calendarOf = (timeZone: string, overrides: Partial<SlotCalendar> = {}): SlotCalendar => ({
  timeZone,
  dayOf: shopDays(timeZone),
  closedDays: new Set(['2026-12-25']),
  seats: 3,
  daysAhead: 90,
  leadMinutes: 0,
  ...overrides,
});
const kathmandu = calendarOf('Asia/Kathmandu');
/** A Monday, 11:45 in Kathmandu. */
const monday = new Date('2026-11-23T06:00:00Z');

describe('the slots of the shop (SR-B1, SIL-40)', () => {
  it('are eighteen, from 8:00 to 16:30', () => {
    expect([slotTimes.length, slotTimes[0], slotTimes.at(-1)]).toEqual([18, '08:00', '16:30']);
  });

  it.each([
    ['Asia/Kathmandu', '2026-11-24', '2026-11-24T03:45:00.000Z'],
    ['America/New_York', '2026-11-24', '2026-11-24T14:30:00.000Z'],
    // Sundays of clock changes.
    ['Europe/Berlin', '2026-03-29', '2026-03-29T07:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T08:30:00.000Z'],
  ])('begin in %s on %s at the right moment', (timeZone, date, moment) => {
    expect(beginningOfSlot({ date, time: '09:30' }, calendarOf(timeZone)).toISOString()).toBe(moment);
  });
});

describe('bookable slots (SR-B2)', () => {
  it('are all slots of a coming working day', () => {
    expect(openSlots('2026-11-24', monday, kathmandu)).toEqual(slotTimes);
  });

  it('are the future slots today, minus the lead time', () => {
    expect(openSlots('2026-11-23', monday, kathmandu)[0]).toBe('12:00');
    expect(openSlots('2026-11-23', monday, calendarOf('Asia/Kathmandu', { leadMinutes: 60 }))[0]).toBe(
      '13:00',
    );
  });

  it.each([
    ['yesterday', '2026-11-22'],
    ['a Saturday', '2026-11-28'],
    ['a closed day', '2026-12-25'],
    ['a day too far ahead', '2027-02-22'],
  ])('are none on %s', (_what, date) => {
    expect(openSlots(date, monday, kathmandu)).toEqual([]);
  });

  it.each([
    ['2026-11-22', 'over'],
    ['2026-11-28', 'closed'],
    ['2026-12-25', 'closed'],
    ['2027-02-22', 'too-far'],
    ['2026-11-23', null],
    ['2026-11-24', null],
  ])('have for %s this reason why there are none: %s', (date, reason) => {
    expect(noSlotReasonOf(date, monday, kathmandu)).toBe(reason);
  });

  it('are none after the last slot of a working day', () => {
    expect(noSlotReasonOf('2026-11-23', new Date('2026-11-23T11:00:00Z'), kathmandu)).toBe('over');
  });

  it('follow the days of the shop on both sides of midnight', () => {
    const beforeMidnight = new Date('2026-11-23T18:14:00Z');
    const afterMidnight = new Date('2026-11-23T18:16:00Z');
    expect(openSlots('2026-11-23', beforeMidnight, kathmandu)).toEqual([]);
    expect(openSlots('2026-11-24', beforeMidnight, kathmandu)).toHaveLength(18);
    expect(openSlots('2026-11-24', afterMidnight, kathmandu)).toHaveLength(18);
  });
});

describe('the last bookable day (SR-B2)', () => {
  const oneDayAhead = calendarOf('Asia/Kathmandu', { daysAhead: 1 });

  it('is the configured number of days ahead', () => {
    expect(openSlots('2026-11-24', monday, oneDayAhead)).toHaveLength(18);
    expect(noSlotReasonOf('2026-11-24', monday, oneDayAhead)).toBeNull();
    expect(openSlots('2026-11-25', monday, oneDayAhead)).toEqual([]);
    expect(noSlotReasonOf('2026-11-25', monday, oneDayAhead)).toBe('too-far');
    expect(() =>
      refuseImpossibleSlot({ date: '2026-11-24', time: '08:00' }, monday, oneDayAhead),
    ).not.toThrow();
    expect(() => refuseImpossibleSlot({ date: '2026-11-25', time: '08:00' }, monday, oneDayAhead)).toThrow(
      'Repairs can be booked 1 days ahead',
    );
  });

  it('a slot that starts exactly at the lead time is not bookable', () => {
    const withLeadTime = calendarOf('Asia/Kathmandu', { leadMinutes: 15 });
    expect(openSlots('2026-11-23', monday, withLeadTime)[0]).toBe('12:30');
  });
});

describe('the next working days (SR-B2)', () => {
  it('start with the given day', () => {
    expect(shopDaysFrom('2026-11-26', monday, kathmandu, 3)).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-30',
    ]);
    expect(shopDaysFrom('2026-12-25', monday, kathmandu, 1)).toEqual(['2026-12-28']);
    expect(shopDaysFrom('2026-11-26', monday, kathmandu, 0)).toEqual([]);
  });

  it('start today at the earliest and end with the last bookable day', () => {
    expect(shopDaysFrom('2026-11-20', monday, kathmandu, 1)).toEqual(['2026-11-23']);
    expect(shopDaysFrom('2026-11-23', monday, kathmandu, 1)).toEqual(['2026-11-23']);
    const oneDayAhead = calendarOf('Asia/Kathmandu', { daysAhead: 1 });
    expect(shopDaysFrom('2026-11-23', monday, oneDayAhead, 9)).toEqual(['2026-11-23', '2026-11-24']);
  });
});

describe('a slot is refused (SR-B3, RBOOK-10, SIL-61, G-01)', () => {
  const expectRefusal = (date: string, time = '09:30') =>
    expect(() => refuseImpossibleSlot({ date, time }, monday, kathmandu));

  it("before today, with one day of tolerance for the customer's time zone", () => {
    expectRefusal('2026-11-21').toThrow('The date cannot be before today');
    expectRefusal('2026-11-20').toThrow('The date cannot be before today');
    // Refused as a Sunday, not as yesterday.
    expectRefusal('2026-11-22').toThrow('We repair on working days');
  });

  it.each([
    ['9999-12-31', '09:30', 'Repairs can be booked 90 days ahead'],
    ['2026-11-28', '09:30', 'We repair on working days, Monday to Friday'],
    ['2026-11-24', '07:30', 'Please choose a half hour between 08:00 and 17:00'],
    ['2026-11-24', '17:00', 'Please choose a half hour between 08:00 and 17:00'],
    ['2026-11-24', '09:15', 'Please choose a half hour between 08:00 and 17:00'],
  ])('is %s %s: %s', (date, time, text) => {
    expectRefusal(date, time).toThrow(text);
  });

  it('with the name of the wrong field', () => {
    const detail = (path: string, message: string) =>
      expect.objectContaining({ code: 'invalid-request', details: [{ path, message }] });
    expectRefusal('2026-11-20').toThrow(detail('date', 'The date cannot be before today'));
    expectRefusal('2027-06-01').toThrow(detail('date', 'Repairs can be booked 90 days ahead'));
    expectRefusal('2026-11-28').toThrow(detail('date', 'We repair on working days, Monday to Friday'));
    expectRefusal('2026-11-24', '07:30').toThrow(
      detail('time', 'Please choose a half hour between 08:00 and 17:00'),
    );
    expectRefusal('2026-11-24').not.toThrow();
  });
});
