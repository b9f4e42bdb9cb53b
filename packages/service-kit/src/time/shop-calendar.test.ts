import { businessDaysLater, daysLater, endOf, isShopDay, promisedUntil } from './shop-calendar.ts';
import { shopDays } from './shop-days.ts';

// 25 December 2026 is a Friday.
const calendar = { dayOf: shopDays('Asia/Kathmandu'), closedDays: new Set(['2026-12-25']) };

it.each([
  ['Friday', '2026-11-27', true],
  ['Saturday', '2026-11-28', false],
  ['Sunday', '2026-11-29', false],
  ['Monday', '2026-11-30', true],
  ['a Friday that is configured as closed', '2026-12-25', false],
])('%s is a business day: %s %s (CONF-08, INFO-04)', (_name, day, isOpen) => {
  expect(isShopDay(day, calendar)).toBe(isOpen);
});

it.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-11-28', 0, '2026-11-30'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-27', 5, '2026-12-04'],
  ['2026-12-24', 0, '2026-12-24'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-12-25', 2, '2026-12-29'],
])('from %s, %i business days over weekends and closed days end on %s', (day, count, later) => {
  expect(businessDaysLater(day, count, calendar)).toBe(later);
});

it('terminates when every day is closed', () => {
  const closedDays = { has: () => true } as unknown as ReadonlySet<string>;
  expect(businessDaysLater('2026-11-27', 1, { ...calendar, closedDays })).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it('endOf is midnight in shop time (CONF-55)', () => {
  expect(endOf('2026-11-27', calendar).toISOString()).toBe('2026-11-27T18:15:00.000Z');
  expect(daysLater('2026-11-27', 7)).toBe('2026-12-04');
});

it.each([
  [{ hours: 24 }, '2026-12-25T06:00:00.000Z'],
  [{ businessDays: 0 }, '2026-12-24T18:15:00.000Z'],
  [{ businessDays: 1 }, '2026-12-28T18:15:00.000Z'],
])('%j promised on a Thursday end at %s', (promised, end) => {
  expect(promisedUntil(promised, new Date('2026-12-24T06:00:00Z'), calendar).toISOString()).toBe(end);
});
