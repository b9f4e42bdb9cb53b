import type { RepairSchedule } from '@kinmel/contracts';
import { isDay } from '../../lists/address/list-state.rules.ts';
import { addDays, timeOfDay } from '../../time/days.rules.ts';

/** Undefined when the text is not a valid date. */
export const readDay = (text: string | null): string | undefined =>
  text !== null && isDay(text) ? text : undefined;

export function mondayOf(day: string): string {
  const weekday = new Date(timeOfDay(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const weekdayText = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const dateText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Mon, 23 Nov". */
export const formatDay = (day: string): string =>
  `${weekdayText.format(timeOfDay(day))}, ${dateText.format(timeOfDay(day)).replace('Sept', 'Sep')}`;

export type ScheduleDay = RepairSchedule['days'][number];

/** The half hours of a day with their bookings, including bookings outside opening hours. */
export function halfHoursOf({ slots, bookings }: ScheduleDay) {
  const slotsByTime = new Map(slots.map((slot) => [slot.time, slot]));
  const times = [...new Set([...slotsByTime.keys(), ...bookings.map(({ time }) => time)])].toSorted();
  return times.map((time) => ({
    time,
    /** Undefined outside opening hours: the booking was made before the hours changed. */
    free: slotsByTime.get(time)?.free,
    isAhead: slotsByTime.get(time)?.isAhead ?? false,
    bookings: bookings.filter((booking) => booking.time === time),
  }));
}

/** The days of a week with slots or bookings. */
export const daysToShow = (days: readonly ScheduleDay[]): readonly ScheduleDay[] =>
  days.filter(({ slots, bookings }) => slots.length > 0 || bookings.length > 0);
