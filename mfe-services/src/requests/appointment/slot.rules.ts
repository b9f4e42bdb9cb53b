import type { noSlotReasons } from '@kinmel/contracts';
import type { ProblemDetail } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';
import { filledIn } from '../form-fields.rules.ts';

/** A half hour of the shop, by its beginning there: "2026-11-24", "09:30". */
export interface Slot {
  readonly date: string;
  readonly time: string;
}

/** The half hours of one day. */
export interface SlotsOfDay {
  readonly timeZone: string;
  readonly slots: readonly { readonly time: string; readonly free: number }[];
  /** Why there are none, in words; empty while there are. */
  readonly whyNone: string;
  /** The next day that has a free one, where this has none; else empty. */
  readonly nextDay: string;
}

const reasonWords: Readonly<Record<(typeof noSlotReasons)[number], string>> = {
  over: 'There is no half hour left on this day.',
  closed: 'The shop is closed on this day. We repair on working days, Monday to Friday.',
  'too-far': 'Repairs cannot be booked that far ahead yet.',
};
/** An older shop gives no reason. */
const someReason = 'There is no half hour to book on this day. We repair on working days, Monday to Friday.';

export const dateForm = /^\d{4}-\d\d-\d\d$/;
const timeForm = /^\d\d:\d\d$/;

export function readSlots(answer: unknown): SlotsOfDay | undefined {
  const data = (answer as { data?: Partial<Record<keyof SlotsOfDay | 'reason', unknown>> } | undefined)?.data;
  if (!Array.isArray(data?.slots)) return undefined;
  const slots = (data.slots as readonly Partial<SlotsOfDay['slots'][number]>[]).flatMap(({ time, free }) =>
    typeof time === 'string' && timeForm.test(time) ? [{ time, free: Number(free) || 0 }] : [],
  );
  const { timeZone, reason, nextDay } = data;
  const words = typeof reason === 'string' ? new Map(Object.entries(reasonWords)).get(reason) : undefined;
  return {
    timeZone: typeof timeZone === 'string' ? timeZone : '',
    slots,
    whyNone: slots.length > 0 ? '' : (words ?? someReason),
    nextDay: typeof nextDay === 'string' && dateForm.test(nextDay) ? nextDay : '',
  };
}

/** The free half hours among the details of a refusal, which names them in the place of a taken one. */
export const nearestOf = (details: readonly ProblemDetail[]): readonly Slot[] =>
  details.flatMap(({ path, message }) => {
    const [date = '', time = ''] = message.split(' ');
    return path === 'nearest' && dateForm.test(date) && timeForm.test(time) ? [{ date, time }] : [];
  });

/** The day that it is where the browser is. */
export const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** A day that is not over where the browser is; empty is told in these words. */
export const futureDate = z.string().check(
  z.trim(),
  z.minLength(1, 'Please choose a date'),
  z.refine((date) => date === '' || date >= localDay(new Date()), 'The date cannot be before today'),
);

/** The half hour of a form, as the service checks it too. */
export const slotFields = { date: futureDate, time: filledIn('Please choose a time') };

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "Monday 23 November 2026": a day of the shop, the same in every zone. */
export function dayText(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (!dateForm.test(date) || Number.isNaN(day.getTime())) return '';
  return `${weekdays[day.getUTCDay()]} ${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}
