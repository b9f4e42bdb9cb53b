import { dayText, localDay, slotsAnswer } from './appointment.rules.ts';

describe('a slot on the page', () => {
  it('has a date text that does not depend on the time zone', () => {
    expect(dayText('2026-11-23')).toBe('Monday 23 November 2026');
    expect(dayText('2028-02-29')).toBe('Tuesday 29 February 2028');
    for (const invalidAnswer of ['', '2026-13-01', '23.11.2026']) expect(dayText(invalidAnswer)).toBe('');
  });

  it("has the date of the browser's time zone (RBOOK-10)", () => {
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(localDay(new Date(2026, 0, 6, 0, 0))).toBe('2026-01-06');
  });

  it('is read from an answer, without malformed slots and with a default reason (SIL-40)', () => {
    const slots = [{ time: '08:00', free: 2 }, { time: 'noon', free: 1 }, { free: 1 }];
    const data = { timeZone: 'Asia/Kathmandu', slots };
    expect(slotsAnswer.parse({ data })).toEqual({
      timeZone: 'Asia/Kathmandu',
      slots: [{ time: '08:00', free: 2 }],
      reason: 'over',
      nextDay: '',
    });
    for (const invalidAnswer of [undefined, {}, { data: {} }])
      expect(slotsAnswer.safeParse(invalidAnswer).success).toBe(false);
  });
});
