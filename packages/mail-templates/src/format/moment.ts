/** `21 November 2026, 15:20 (GMT+5:45)`, in the given time zone. */
export function moment(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} (${part('timeZoneName')})`;
}

/** `21 November 2026` for `2026-11-21`, independent of the time zone. */
export const day = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

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
