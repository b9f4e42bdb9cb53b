export type Currency = 'NPR' | 'USD';

// One fixed locale and zone: the server and every browser must write the same text.
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dayParts = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  timeZone: 'Asia/Kathmandu',
});
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

/**
 * Writes an amount in major units: "NPR 91,500", with decimals only when there are some (decision SIL-20), or
 * "$1,234.00", always with two (decision CONF-01).
 */
export function formatPrice(amount: number, currency: Currency = 'NPR'): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '-' : '';
  if (currency === 'USD') return `${sign}$${withCents.format(size)}`;
  const isWhole = Math.round(size * 100) % 100 === 0;
  return `${sign}NPR ${isWhole ? whole.format(size) : withCents.format(size)}`;
}

/** "21 November 2026" (long) or "21 Nov 2026" (short, for tables), in Nepal's time; empty when the date is not one. */
export function formatDate(iso: string, length: 'long' | 'short'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const parts = new Map(dayParts.formatToParts(date).map(({ type, value }) => [type, value]));
  const month = months[Number(parts.get('month')) - 1] ?? '';
  return `${Number(parts.get('day'))} ${length === 'short' ? month.slice(0, 3) : month} ${parts.get('year')}`;
}
