import type { RepairBookingAnswer, RepairSchedule } from '@kinmel/contracts';

/** Days are texts like "2026-11-23", as the shop names them; arithmetic is done at UTC, where no clock is moved. */
const dayMs = 24 * 60 * 60_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, count: number): string =>
  new Date(timeOf(day) + count * dayMs).toISOString().slice(0, 10);

/** A day of the calendar as the address names it; undefined for what is none. */
export function readDay(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = timeOf(text);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(timeOf(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const weekdayText = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const dateText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Mon, 23 Nov". */
export const formatDay = (day: string): string =>
  `${weekdayText.format(timeOf(day))}, ${dateText.format(timeOf(day)).replace('Sept', 'Sep')}`;

/** The day that it is in the shop, by the clock of this computer; the server's answer says it better. */
export const todayHere = (): string => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Kathmandu' });

export type ScheduleDay = RepairSchedule['days'][number];

export interface HalfHour {
  readonly time: string;
  /** Undefined outside the hours of repairs: a booking stands there though the shop is closed now. */
  readonly free: number | undefined;
  readonly isAhead: boolean;
  readonly bookings: readonly RepairBookingAnswer[];
}

/** The half hours of a day with what is booked in each; one that the shop does not have, but a booking does, is among them. */
export function halfHoursOf({ slots, bookings }: ScheduleDay): readonly HalfHour[] {
  const known = new Map(slots.map((slot) => [slot.time, slot]));
  const times = [...new Set([...known.keys(), ...bookings.map(({ time }) => time)])].toSorted();
  return times.map((time) => ({
    time,
    free: known.get(time)?.free,
    isAhead: known.get(time)?.isAhead ?? false,
    bookings: bookings.filter((booking) => booking.time === time),
  }));
}

/** The days of a week that are worth a column: those with repairs, and a closed one that has a booking. */
export const daysToShow = (days: readonly ScheduleDay[]): readonly ScheduleDay[] =>
  days.filter(({ slots, bookings }) => slots.length > 0 || bookings.length > 0);
