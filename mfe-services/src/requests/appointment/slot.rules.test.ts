import { dayText, localDay, readSlots } from './slot.rules.ts';

describe('a half hour on the page', () => {
  it('is named by the day of the shop in every zone', () => {
    expect(dayText('2026-11-23')).toBe('Monday 23 November 2026');
    expect(dayText('2028-02-29')).toBe('Tuesday 29 February 2028');
    for (const none of ['', '2026-13-01', '23.11.2026']) expect(dayText(none)).toBe('');
  });

  it('before today is told by the day where the browser is (SIL-61)', () => {
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(localDay(new Date(2026, 0, 6, 0, 0))).toBe('2026-01-06');
  });

  it.each([
    ['over', 'There is no half hour left on this day.'],
    ['closed', 'The shop is closed on this day. We repair on working days, Monday to Friday.'],
    ['too-far', 'Repairs cannot be booked that far ahead yet.'],
    ['toString', 'There is no half hour to book on this day. We repair on working days, Monday to Friday.'],
    [undefined, 'There is no half hour to book on this day. We repair on working days, Monday to Friday.'],
  ])('that there is none of is told by its reason: %s (SIL-40)', (reason, words) => {
    const answer = { data: { slots: [], reason, nextDay: '2026-11-24' } };
    expect(readSlots(answer)).toMatchObject({ whyNone: words, nextDay: '2026-11-24' });
  });

  it('is read from an answer of the shop, and from nothing else', () => {
    const slots = [{ time: '08:00', free: 2 }, { time: 'noon', free: 1 }, { free: 1 }];
    expect(readSlots({ data: { timeZone: 'Asia/Kathmandu', slots } })).toEqual({
      timeZone: 'Asia/Kathmandu',
      slots: [{ time: '08:00', free: 2 }],
      whyNone: '',
      nextDay: '',
    });
    for (const none of [undefined, {}, { data: {} }]) expect(readSlots(none)).toBeUndefined();
  });
});
