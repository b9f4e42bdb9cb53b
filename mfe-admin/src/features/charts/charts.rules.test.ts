import {
  ageCounts,
  cancelledShare,
  chartRanges,
  dayLabel,
  periodsOf,
  readChartRange,
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

it('adds amounts to the cent', () => {
  expect(sumOf(daysOf(3))).toEqual({ orders: 3, cancelled: 0, revenue: 0.3 });
});

it('has a cancelled share of 0 without orders', () => {
  expect(cancelledShare({ orders: 0, cancelled: 0 })).toBe(0);
  expect(cancelledShare({ orders: 3, cancelled: 1 })).toBe(33.3);
});

it.each(chartRanges)('shows %i days as at most 60 bars without losing one', (range) => {
  const periods = periodsOf(daysOf(range));
  expect(periods.length).toBeLessThanOrEqual(60);
  expect(sumOf(periods)).toEqual(sumOf(daysOf(range)));
});

it('groups many days into weeks that end with the last day', () => {
  expect(periodsOf(daysOf(90)).slice(-1)).toMatchObject([{ label: '25 Mar – 31 Mar', orders: 7 }]);
  expect(periodsOf(daysOf(90))[0]).toMatchObject({ orders: 6 });
  expect(dayLabel('2026-11-03')).toBe('3 Nov');
});

it('reads the period of the address, and reports an unknown one (F-10)', () => {
  expect(readChartRange(null)).toEqual({ range: undefined, isKnown: true });
  expect(readChartRange('7')).toEqual({ range: 7, isKnown: true });
  expect(readChartRange('1e9')).toEqual({ range: 30, isKnown: false });
});

it('sums the ages of several services', () => {
  const age = (counts: number[]) => ({ kind: 'order' as const, late: 0, counts });
  expect(ageCounts([age([1, 0, 2, 0, 0]), age([1, 1, 0, 0, 3])])).toEqual([2, 1, 2, 0, 3]);
});
