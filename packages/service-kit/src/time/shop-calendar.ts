import { beginningOf, type Day, dayAfter } from './shop-days.ts';

/** The days of the shop: Monday to Friday, without those on which it is closed. */
export interface ShopCalendar {
  /** The day that it is in the shop. */
  readonly dayOf: (moment: Date) => Day;
  /** Days on which the shop is closed though they are working days. */
  readonly closedDays: ReadonlySet<Day>;
}

/** Whether the shop works on that day. */
export function isShopDay(day: Day, { closedDays }: Pick<ShopCalendar, 'closedDays'>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5 && !closedDays.has(day);
}

/** The moment at which a day of the shop is over. */
export const endOf = (day: Day, { dayOf }: Pick<ShopCalendar, 'dayOf'>): Date =>
  beginningOf(dayAfter(day), dayOf);

/** So many calendar days later. */
export function daysLater(day: Day, count: number): Day {
  let later = day;
  for (let left = count; left > 0; left -= 1) later = dayAfter(later);
  return later;
}

/** Bounds the search for a day on which the shop works, should every day be configured as closed. */
const mostClosedDays = 366;

/**
 * The business day so many after this one: of Friday, one later is Monday. None later is the day itself, or the next on which
 * the shop works.
 */
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
