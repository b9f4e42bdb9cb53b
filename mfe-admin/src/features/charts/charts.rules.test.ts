import {
  ageCounts,
  cancelledShare,
  chartRanges,
  dayLabel,
  periodsOf,
  readChartRange,
  readDailyFigures,
  readWorkAges,
  sumOf,
} from './charts.rules.ts';

const day = (date: string, orders = 1, cancelled = 0, revenue = 0.1) => ({
  day: date,
  orders,
  cancelled,
  revenue,
});
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    day(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)),
  );

it('amounts add up to the cent', () => {
  expect(sumOf(daysOf(3))).toEqual({ orders: 3, cancelled: 0, revenue: 0.3 });
});

it('of no orders none are cancelled', () => {
  expect(cancelledShare({ orders: 0, cancelled: 0 })).toBe(0);
  expect(cancelledShare({ orders: 3, cancelled: 1 })).toBe(33.3);
});

it.each(chartRanges)('%i days are at most 60 bars, and none is lost', (range) => {
  const periods = periodsOf(daysOf(range));
  expect(periods.length).toBeLessThanOrEqual(60);
  expect(sumOf(periods)).toEqual(sumOf(daysOf(range)));
});

it('many days are weeks that end with the last day', () => {
  expect(periodsOf(daysOf(90)).slice(-1)).toMatchObject([{ label: '25 Mar – 31 Mar', orders: 7 }]);
  expect(periodsOf(daysOf(90))[0]).toMatchObject({ orders: 6 });
  expect(dayLabel('2026-11-03')).toBe('3 Nov');
});

it('the address names how many days; another number is the usual one, and is said (F-10)', () => {
  expect(readChartRange(null)).toEqual({ range: undefined, isKnown: true });
  expect(readChartRange('7')).toEqual({ range: 7, isKnown: true });
  expect(readChartRange('1e9')).toEqual({ range: 30, isKnown: false });
});

it('ages of several owners are one count', () => {
  const age = (counts: number[]) => ({ kind: 'order' as const, late: 0, counts });
  expect(ageCounts([age([1, 0, 2, 0, 0]), age([1, 1, 0, 0, 3])])).toEqual([2, 1, 2, 0, 3]);
});

it('an answer of another shape is none', () => {
  for (const answer of [undefined, {}, { data: {} }, { data: { days: 1, all: {} } }])
    expect(readDailyFigures(answer)).toBeUndefined();
  expect(readWorkAges({ data: 1 })).toBeUndefined();
});
