import { formatDate, formatTime } from '@kinmel/web-kit';

/** "21 Nov 2026, 14:05"; empty for an invalid date. */
export function formatMoment(iso: string): string {
  const day = formatDate(iso, 'short');
  return day && `${day}, ${formatTime(iso)}`;
}

/** "21 Nov, 14:05:09". */
export const formatSecond = (iso: string): string =>
  `${formatDate(iso, 'short').replace(/ \d+$/, '')}, ${formatTime(iso, 'second')}`;
