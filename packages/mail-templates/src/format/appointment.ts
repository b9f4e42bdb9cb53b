import type { RequestMailData } from '../layout/request-mail.tsx';
import { day, moment } from './moment.ts';

/** What each mail about a repair booking needs of it. */
export interface BookingMailData extends RequestMailData {
  readonly startsAt: string;
  /** In which the half hours of the booking are. */
  readonly timeZone: string;
  readonly requestId: string;
  /** Of the booking; rises with each of its changes. */
  readonly version: number;
  readonly changedAt: string;
}

/** `24 November 2026, 09:30 (GMT+5:45)`: the half hour as it was booked, whatever zone the reader is in. */
export const appointment = ({ startsAt, timeZone }: Pick<BookingMailData, 'startsAt' | 'timeZone'>): string =>
  moment(startsAt, timeZone);

/** `24 November 2026, 09:30`. */
export const slot = ({ date, time }: { readonly date: string; readonly time: string }): string =>
  `${day(date)}, ${time}`;
