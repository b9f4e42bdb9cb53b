import { dayMs } from '@kinmel/contracts';

/** A calendar day, `YYYY-MM-DD`, which compares as text. */
export type Day = string;

/** True for an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Creates a function that returns the day in a time zone. Creating the formatter costs a hundred times more than using
 * it.
 */
export function shopDays(timeZone: string): (moment: Date) => Day {
  // The Swedish date format is ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => format.format(moment);
}

/** Like `shopDays`, for day and time: `YYYY-MM-DD HH:MM:SS`, which spreadsheets read as a date. */
export function createTimeFormatter(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (moment) => format.format(moment);
}

export const dayAfter = (day: Day): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

export const dayBefore = (day: Day): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The first moment of a day in the zone of `dayOf`, also across a daylight-saving change. */
export function beginningOf(day: Day, dayOf: (moment: Date) => Day): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // Binary search: in any zone the day begins between these two.
  let lower = utcMidnight - dayMs;
  let upper = utcMidnight + dayMs;
  while (upper - lower > 1) {
    const middle = Math.floor((lower + upper) / 2);
    if (dayOf(new Date(middle)) >= day) upper = middle;
    else lower = middle;
  }
  return new Date(upper);
}
