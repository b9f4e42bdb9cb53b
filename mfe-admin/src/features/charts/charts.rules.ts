import type { DailyFigures, WorkAge, WorkKind } from '@kinmel/contracts';

/** How many days can be shown; the first without a choice. */
export const chartRanges = [30, 7, 90, 365] as const;

export type ChartRange = (typeof chartRanges)[number];

/** Whether the address opens the charts, and of how many days; of a number that is not offered, the usual ones. */
export function readChartRange(value: string | null): {
  readonly range: ChartRange | undefined;
  readonly isKnown: boolean;
} {
  if (value === null) return { range: undefined, isKnown: true };
  const range = chartRanges.find((days) => String(days) === value);
  return { range: range ?? chartRanges[0], isKnown: range !== undefined };
}

/** One bar of the charts: a day, or a week when there are many days. */
export interface Period {
  readonly label: string;
  readonly orders: number;
  readonly cancelled: number;
  readonly revenue: number;
}

/** The sums of days, in whole cents: fractions of amounts do not add up. */
export function sumOf(days: readonly Omit<Period, 'label'>[]): Omit<Period, 'label'> {
  const sum = (valueOf: (day: Omit<Period, 'label'>) => number) =>
    days.reduce((total, day) => total + valueOf(day), 0);
  return {
    orders: sum(({ orders }) => orders),
    cancelled: sum(({ cancelled }) => cancelled),
    revenue: sum(({ revenue }) => Math.round(revenue * 100)) / 100,
  };
}

/** Of the orders of a period, how many were cancelled, in percent with one decimal; none of none. */
export const cancelledShare = ({ orders, cancelled }: Pick<Period, 'orders' | 'cancelled'>): number =>
  orders === 0 ? 0 : Math.round((cancelled / orders) * 1000) / 10;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "2026-11-23" is "23 Nov". */
export const dayLabel = (day: string): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** More bars than this are weeks. */
const mostDays = 31;
const week = 7;

/** The days as bars: each day, or weeks that end with the last day. */
export function periodsOf(days: DailyFigures['days']): Period[] {
  if (days.length <= mostDays)
    return days.map(({ day, ...figures }) => ({ label: dayLabel(day), ...figures }));
  const weeks: Period[] = [];
  for (let end = days.length; end > 0; end -= week) {
    const part = days.slice(Math.max(0, end - week), end);
    weeks.unshift({
      label: `${dayLabel(part[0]?.day ?? '')} – ${dayLabel(part.at(-1)?.day ?? '')}`,
      ...sumOf(part),
    });
  }
  return weeks;
}

/** What the ages of the queue are called, in the order of their boundaries. */
export const ageLabels = ['Today', '1 day', '2–3 days', '4–7 days', 'Over a week'];

/** How many records are of each age, of all kinds that were answered. */
export const ageCounts = (ages: readonly WorkAge[]): number[] =>
  ageLabels.map((_, index) => ages.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
const figures = (value: Readonly<Record<string, unknown>>) => ({
  orders: count(value['orders']),
  cancelled: count(value['cancelled']),
  revenue: count(value['revenue']),
});

export function readDailyFigures(answer: unknown): Omit<DailyFigures, 'timeZone'> | undefined {
  const data = isFields(answer) ? answer['data'] : undefined;
  if (!isFields(data) || !Array.isArray(data['days']) || !isFields(data['all'])) return undefined;
  const days = data['days'].filter(isFields).flatMap((day) => {
    const name = day['day'];
    return typeof name === 'string' ? [{ day: name, ...figures(day) }] : [];
  });
  return { days, all: figures(data['all']) };
}

export function readWorkAges(answer: unknown): WorkAge[] | undefined {
  if (!isFields(answer) || !Array.isArray(answer['data'])) return undefined;
  return answer['data'].filter(isFields).map(({ kind, late, counts }) => ({
    kind: String(kind) as WorkKind,
    late: count(late),
    counts: Array.isArray(counts) ? counts.map(count) : [],
  }));
}
