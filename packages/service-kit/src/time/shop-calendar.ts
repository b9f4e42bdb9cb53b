import { beginningOf, type Day, dayAfter } from './shop-days.ts';

/** Business days of the shop: Monday to Friday, except closed days. */
export interface ShopCalendar {
  /** The day in shop time. */
  readonly dayOf: (moment: Date) => Day;
  /** Business days on which the shop is closed. */
  readonly closedDays: ReadonlySet<Day>;
}

export function isShopDay(day: Day, { closedDays }: Pick<ShopCalendar, 'closedDays'>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5 && !closedDays.has(day);
}

/** Midnight at the end of the day. */
export const endOf = (day: Day, { dayOf }: Pick<ShopCalendar, 'dayOf'>): Date =>
  beginningOf(dayAfter(day), dayOf);

export function daysLater(day: Day, count: number): Day {
  let later = day;
  for (let left = count; left > 0; left -= 1) later = dayAfter(later);
  return later;
}

/** Bounds the search when every day is closed. */
const mostClosedDays = 366;

/** The `count`th business day after `day`; with 0 the day itself or the next business day. */
export function businessDaysLater(day: Day, count: number, calendar: ShopCalendar): Day {
  let later = day;
  let left = count;
  for (let steps = 0; steps < mostClosedDays + 2 * count; steps += 1) {
    if (left === 0 && isShopDay(later, calendar)) break;
    later = dayAfter(later);
    if (left > 0 && isShopDay(later, calendar)) left -= 1;
  }
  return later;
}
