import type { noSlotReasons } from '@kinmel/contracts';
import { answerData, listOf, nonNegativeNumber, textOrEmpty } from '@kinmel/contracts/browser';
import type { ProblemDetail } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';

/** The start of a half hour in the shop's time: "2026-11-24", "09:30". */
export interface AppointmentTime {
  readonly date: string;
  readonly time: string;
}

export const noSlotTexts: Readonly<Record<(typeof noSlotReasons)[number], string>> = {
  over: 'There is no half hour left on this day.',
  closed: 'The shop is closed on this day. We repair on working days, Monday to Friday.',
  'too-far': 'Repairs cannot be booked that far ahead yet.',
};

export const datePattern = /^\d{4}-\d\d-\d\d$/;
const timePattern = /^\d\d:\d\d$/;

export const slotsAnswer = answerData(
  z.object({
    timeZone: textOrEmpty,
    slots: listOf(
      z.object({ time: z.string().check(z.regex(timePattern)), free: z.catch(nonNegativeNumber, 0) }),
    ),
    /** Why the day has no slots. */
    reason: z.catch(z.enum(['over', 'closed', 'too-far']), 'over'),
    /** The next day with a free slot, where this day has none. */
    nextDay: z.catch(z.string().check(z.regex(datePattern)), ''),
  }),
);

export type SlotsOfDay = z.output<typeof slotsAnswer>;

/** The nearest free slots, which a `slot-taken` refusal names in its details. */
export const nearestOf = (details: readonly ProblemDetail[]): readonly AppointmentTime[] =>
  details.flatMap(({ path, message }) => {
    const [date = '', time = ''] = message.split(' ');
    return path === 'nearest' && datePattern.test(date) && timePattern.test(time) ? [{ date, time }] : [];
  });

/** The day of a moment in the browser's time zone. */
export const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const nameOf = (day: Date, part: { weekday: 'long' } | { month: 'long' }) =>
  day.toLocaleDateString('en-GB', { ...part, timeZone: 'UTC' });

/** "Monday 23 November 2026"; empty for an invalid date. */
export function dayText(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (!datePattern.test(date) || Number.isNaN(day.getTime())) return '';
  const [weekday, month] = [nameOf(day, { weekday: 'long' }), nameOf(day, { month: 'long' })];
  return `${weekday} ${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`;
}
