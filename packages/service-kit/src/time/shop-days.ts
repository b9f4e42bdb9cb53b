/** A calendar day of the shop, `YYYY-MM-DD`; two of them compare as text. */
export type Day = string;

/** Whether this names a time zone, such as `Asia/Kathmandu`. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Says which day it is in the shop at a moment. Making the formatter costs a hundred times more than using it. */
export function shopDays(timeZone: string): (moment: Date) => Day {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (moment) => format.format(moment);
}

const dayMs = 24 * 60 * 60_000;

/** The day after this one. */
export const dayAfter = (day: Day): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** The day before this one. */
export const dayBefore = (day: Day): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The first moment of a day in the shop, on days on which its clocks are moved too; `dayOf` is what `shopDays` made. */
export function beginningOf(day: Day, dayOf: (moment: Date) => Day): Date {
  const inGreenwich = Date.parse(`${day}T00:00:00Z`);
  // Wherever the shop is, its day begins between the two; halved until they meet.
  let before = inGreenwich - dayMs;
  let from = inGreenwich + dayMs;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(new Date(middle)) >= day) from = middle;
    else before = middle;
  }
  return new Date(from);
}
