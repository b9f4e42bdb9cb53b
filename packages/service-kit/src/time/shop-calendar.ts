import type { Promised } from '@kinmel/contracts';
import { beginningOf, type Day, dayAfter, shopDays } from './shop-days.ts';

/** Business days of the shop: Monday to Friday, except closed days. */
export interface ShopCalendar {
  /** The day in shop time. */
  readonly dayOf: (moment: Date) => Day;
  /** Weekdays on which the shop is closed, such as holidays. */
  readonly closedDays: ReadonlySet<Day>;
}

/** The calendar of the settings `SHOP_TIME_ZONE` and `SHOP_CLOSED_DAYS`. */
export const shopCalendar = (timeZone: string, closedDays: Iterable<Day>): ShopCalendar => ({
  dayOf: shopDays(timeZone),
  closedDays: new Set(closedDays),
});

export function isShopDay(day: Day, { closedDays }: Pick<ShopCalendar, 'closedDays'>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5 && !closedDays.has(day);
}

/** The end of the day, at midnight. */
export const endOf = (day: Day, { dayOf }: Pick<ShopCalendar, 'dayOf'>): Date =>
  beginningOf(dayAfter(day), dayOf);

export function daysLater(day: Day, count: number): Day {
  let result = day;
  for (let remaining = count; remaining > 0; remaining -= 1) result = dayAfter(result);
  return result;
}

/** Bounds the search when every day is closed. */
const maxClosedDays = 366;

/** The `count`th business day after `day`; with 0 the day itself or the next business day. */
export function businessDaysLater(day: Day, count: number, calendar: ShopCalendar): Day {
  let result = day;
  let remaining = count;
  for (let steps = 0; steps < maxClosedDays + 2 * count; steps += 1) {
    if (remaining === 0 && isShopDay(result, calendar)) break;
    result = dayAfter(result);
    if (remaining > 0 && isShopDay(result, calendar)) remaining -= 1;
  }
  return result;
}

/** The end of a promised time: hours after a moment, or with the last of the business days after its day. */
export const promisedUntil = (promised: Promised, since: Date, calendar: ShopCalendar): Date =>
  'hours' in promised
    ? new Date(since.getTime() + promised.hours * 60 * 60_000)
    : endOf(businessDaysLater(calendar.dayOf(since), promised.businessDays, calendar), calendar);
