import { defaultTimeZone } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

let timeZone: string = defaultTimeZone;
/** Created on first use, because loading their data blocks a slow phone. */
const formats = new Map<string, Intl.DateTimeFormat>();

const policyTime = z.object({ data: z.object({ timeZone: z.string() }) });

/** Sets the time zone of the shop from an answer of `GET /api/policy`. */
export function takeTimeZone(policy: unknown): void {
  timeZone = policyTime.safeParse(policy).data?.data.timeZone ?? timeZone;
}

/** The time zone in which all times are shown: server and browser must render the same text. */
export const shopTimeZone = (): string => timeZone;

/** Falls back to the default zone: a browser may lack a zone that the services support. */
function formatIn(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, ...options });
  } catch {
    return new Intl.DateTimeFormat(locale, { timeZone: defaultTimeZone, ...options });
  }
}

/** Empty for an invalid date. */
function format(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(date.getTime())) return '';
  const key = JSON.stringify([locale, timeZone, options]);
  const formatter = formats.get(key) ?? formatIn(locale, options);
  formats.set(key, formatter);
  return formatter.format(date);
}

/** "21 November 2026" (long) or "21 Nov 2026" (short, for tables), of a time or a date; empty for an invalid date. */
export function formatDate(iso: string, length: 'long' | 'short'): string {
  // A date without a time is parsed as midnight in UTC.
  const zone = iso.includes('T') ? {} : { timeZone: 'UTC' };
  const long = format(new Date(iso), 'en-GB', { ...zone, dateStyle: 'long' });
  // Not the short style, which is "Sept" in some browsers.
  return length === 'long' ? long : long.replace(/([A-Z][a-z]{2})[a-z]+/, '$1');
}

/** "14:05", or "14:05:09"; empty for an invalid date. */
export const formatTime = (iso: string, precision: 'minute' | 'second' = 'minute'): string =>
  format(new Date(iso), 'en-GB', { timeStyle: precision === 'minute' ? 'short' : 'medium' });

/** The date in the shop's time zone, `YYYY-MM-DD`. */
export const shopDayOf = (date: Date): string => format(date, 'sv', { dateStyle: 'short' });
