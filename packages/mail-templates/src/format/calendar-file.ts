import type { MailSettings } from '../mail-settings.ts';
import { requestSubject } from './unconfirmed-text.ts';

/** An iCalendar file (RFC 5545). */
export interface CalendarFile {
  /** `CANCEL` removes the entry (RFC 5546). */
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

export interface CalendarBooking {
  readonly requestId: string;
  readonly version: number;
  readonly changedAt: string;
  readonly startsAt: string;
  readonly subject: string;
  readonly reference: string;
}

export type CalendarShop = Pick<MailSettings, 'shopUrl'> & {
  readonly contact: Pick<MailSettings['contact'], 'address' | 'email'>;
};

const slotMs = 30 * 60_000;
const maxOctets = 75;

/** UTC (`20261124T034500Z`), so that the file needs no time zone definition. */
const utcTime = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const escapeText = (value: string): string =>
  value.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Folds lines at 75 octets without splitting a character (RFC 5545, 3.1). */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const { length } = encoder.encode(character);
    if (octets + length > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}

/**
 * The UID of a booking is constant and the sequence is its version, so the newest version wins in whatever order
 * the files are opened. The file omits the request's link, because calendars are shared.
 */
export function calendarFile(
  booking: CalendarBooking,
  { shopUrl, contact }: CalendarShop,
  method: CalendarFile['method'] = 'PUBLISH',
): CalendarFile {
  const startsAt = new Date(booking.startsAt);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kinmel//Repair bookings//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:repair-booking-${booking.requestId}@${new URL(shopUrl).hostname}`,
    `SEQUENCE:${booking.version}`,
    `DTSTAMP:${utcTime(new Date(booking.changedAt))}`,
    `DTSTART:${utcTime(startsAt)}`,
    `DTEND:${utcTime(new Date(startsAt.getTime() + slotMs))}`,
    `SUMMARY:${escapeText(requestSubject(booking.subject))}`,
    `DESCRIPTION:${escapeText(`Reference ${booking.reference}`)}`,
    `LOCATION:${escapeText(contact.address)}`,
    `ORGANIZER;CN=Kinmel:mailto:${contact.email}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return { method, content: `${lines.map(foldLine).join('\r\n')}\r\n` };
}
