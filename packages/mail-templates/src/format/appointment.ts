import { day, moment } from './moment.ts';

/** `24 November 2026, 09:30 (GMT+5:45)`: the half hour as it was booked, whatever zone the reader is in. */
export const appointment = ({
  startsAt,
  timeZone,
}: {
  readonly startsAt: string;
  readonly timeZone: string;
}): string => moment(startsAt, timeZone);

/** `24 November 2026, 09:30`. */
export const slot = ({ date, time }: { readonly date: string; readonly time: string }): string =>
  `${day(date)}, ${time}`;
