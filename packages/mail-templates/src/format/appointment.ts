import { day, moment } from './moment.ts';

/** `24 November 2026, 09:30 (GMT+5:45)`, in shop time. */
export const appointment = ({
  startsAt,
  timeZone,
}: {
  readonly startsAt: string;
  readonly timeZone: string;
}): string => moment(startsAt, timeZone);

export const slot = ({ date, time }: { readonly date: string; readonly time: string }): string =>
  `${day(date)}, ${time}`;
