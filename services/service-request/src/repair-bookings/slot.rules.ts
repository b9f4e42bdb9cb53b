import { dayMs, type noSlotReasons } from '@kinmel/contracts';
import { beginningOf, type Day, dayAfter, isShopDay, refusal, type ShopCalendar } from '@kinmel/service-kit';

/** The calendar of repair slots. */
export interface SlotCalendar extends ShopCalendar {
  readonly timeZone: string;
  readonly seats: number;
  readonly daysAhead: number;
  readonly leadMinutes: number;
}

/** A half hour, identified by its start in the shop's time zone. */
export interface Slot {
  readonly date: Day;
  /** Such as "09:30". */
  readonly time: string;
}

/** SR-B1: the last slot starts at 16:30. */
export const openingTime = '08:00';
export const closingTime = '17:00';
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const halfHour = 30;

/** The starts of all slots of a working day, "08:00" to "16:30". */
export const slotTimes: readonly string[] = Array.from(
  { length: (minutesOf(closingTime) - minutesOf(openingTime)) / halfHour },
  (_, index) => {
    const minutes = minutesOf(openingTime) + index * halfHour;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  },
);

const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The start of a slot, computed back from the end of the day, because clocks change at night. */
export function beginningOfSlot({ date, time }: Slot, { dayOf }: SlotCalendar): Date {
  const nextDay = beginningOf(dayAfter(date), dayOf).getTime();
  return new Date(nextDay - dayMs + minutesOf(time) * 60_000);
}

/** SR-B2: the bookable slots of a working day: later than the lead time, at most `daysAhead` days ahead. */
export function openSlots(date: Day, now: Date, calendar: SlotCalendar): string[] {
  const today = calendar.dayOf(now);
  if (date < today || daysBetween(today, date) > calendar.daysAhead || !isShopDay(date, calendar)) return [];
  const from = now.getTime() + calendar.leadMinutes * 60_000;
  return slotTimes.filter((time) => beginningOfSlot({ date, time }, calendar).getTime() > from);
}

/** Why a day has no bookable slots; null when it has some, free or taken. */
export function noSlotReasonOf(
  date: Day,
  now: Date,
  calendar: SlotCalendar,
): (typeof noSlotReasons)[number] | null {
  const today = calendar.dayOf(now);
  if (date < today) return 'over';
  if (daysBetween(today, date) > calendar.daysAhead) return 'too-far';
  if (!isShopDay(date, calendar)) return 'closed';
  return openSlots(date, now, calendar).length > 0 ? null : 'over';
}

/**
 * SR-B3: refuses a date before today (with one day of tolerance for the customer's time zone), a date too far ahead, a
 * closed day, or a time that is not a slot. Seats are checked later.
 */
export function refuseImpossibleSlot({ date, time }: Slot, now: Date, calendar: SlotCalendar): void {
  const today = calendar.dayOf(now);
  const refuse = (path: 'date' | 'time', message: string) => {
    throw refusal(path, message, 'invalid-request');
  };
  if (daysBetween(date, today) > 1) refuse('date', 'The date cannot be before today');
  if (daysBetween(today, date) > calendar.daysAhead)
    refuse('date', `Repairs can be booked ${calendar.daysAhead} days ahead`);
  if (!isShopDay(date, calendar)) refuse('date', 'We repair on working days, Monday to Friday');
  if (!slotTimes.includes(time))
    refuse('time', `Please choose a half hour between ${openingTime} and ${closingTime}`);
}

/** The next working days that can be booked. */
export function shopDaysFrom(date: Day, now: Date, calendar: SlotCalendar, count: number): Day[] {
  const today = calendar.dayOf(now);
  const days: Day[] = [];
  for (
    let day = date < today ? today : date;
    days.length < count && daysBetween(today, day) <= calendar.daysAhead;
    day = dayAfter(day)
  )
    if (isShopDay(day, calendar)) days.push(day);
  return days;
}
