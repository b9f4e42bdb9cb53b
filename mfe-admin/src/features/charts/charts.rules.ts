import type { DailyFigures, WorkAge } from '@kinmel/contracts';
import { fromMinorUnits, minorUnitsOf } from '@kinmel/contracts/browser';

/** Periods to choose from, in days; the first is the default. */
export const chartRanges = [30, 7, 90, 365] as const;

/** Reads the period of the address; an unknown number gives the default. */
export function readChartRange(value: string | null) {
  if (value === null) return { range: undefined, isKnown: true };
  const range = chartRanges.find((days) => String(days) === value);
  return { range: range ?? chartRanges[0], isKnown: range !== undefined };
}

type Figures = DailyFigures['all'];
/** One bar: a day, or a week of a long period. */
export interface Period extends Figures {
  readonly label: string;
}

/** Sums amounts in whole cents to avoid rounding errors. */
export function sumOf(days: readonly Figures[]): Figures {
  const sum = (valueOf: (day: Figures) => number) => days.reduce((total, day) => total + valueOf(day), 0);
  return {
    orders: sum(({ orders }) => orders),
    cancelled: sum(({ cancelled }) => cancelled),
    revenue: fromMinorUnits(sum(({ revenue }) => minorUnitsOf(revenue))),
  };
}

/** Cancelled orders in percent with one decimal; 0 without orders. */
export const cancelledShare = ({ orders, cancelled }: Pick<Figures, 'orders' | 'cancelled'>): number =>
  orders === 0 ? 0 : Math.round((cancelled / orders) * 1000) / 10;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "2026-11-23" to "23 Nov". */
export const dayLabel = (day: string): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** Longer periods have a bar per week. */
const maxDays = 31;
const week = 7;

/** One bar per day, or per week ending with the last day. */
export function periodsOf(days: DailyFigures['days']): Period[] {
  if (days.length <= maxDays)
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

/** Labels of the age groups, in the order of `counts`. */
export const ageLabels = ['Today', '1 day', '2–3 days', '4–7 days', 'Over a week'];

/** Records by age group, summed over all kinds. */
export const ageCounts = (ages: readonly Pick<WorkAge, 'counts'>[]): number[] =>
  ageLabels.map((_, index) => ages.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
