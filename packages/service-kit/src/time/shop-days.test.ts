import { beginningOf, dayAfter, shopDays } from './shop-days.ts';

it.each([
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00.000Z'],
  // This day has no midnight: clocks go from 23:59 to 1:00.
  ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
])('in %s a day begins at its first local moment (CONF-55)', (timeZone, day, moment) => {
  expect(beginningOf(day, shopDays(timeZone)).toISOString()).toBe(moment);
});

it('the day after the last of a month or a year is the first of the next', () => {
  expect(['2026-11-30', '2026-12-31', '2028-02-28'].map(dayAfter)).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2028-02-29',
  ]);
});
