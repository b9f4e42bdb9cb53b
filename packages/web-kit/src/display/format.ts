export type Currency = 'NPR' | 'USD';

const written = (size: number, decimals: number) =>
  size.toFixed(decimals).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');

/**
 * Formats an amount in major units without its currency: "91,500", with two decimals only for fractions.
 * `Intl.NumberFormat` is avoided: loading its data blocks a slow phone for 60 ms.
 */
export function formatAmount(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100);
  return `${amount < 0 ? '-' : ''}${written(cents / 100, cents % 100 === 0 ? 0 : 2)}`;
}

/** Formats an amount in major units: "NPR 91,500" (decimals only for fractions) or "$1,234.00" (always two). */
export function formatPrice(amount: number, currency: Currency = 'NPR'): string {
  const sign = amount < 0 ? '-' : '';
  const size = Math.abs(amount);
  if (currency === 'USD') return `${sign}$${written(Math.round(size * 100) / 100, 2)}`;
  return `${sign}NPR ${formatAmount(size)}`;
}

// One fixed locale and time zone: server and browser must render the same text. Created on first use.
let days: Intl.DateTimeFormat | undefined;

/** "21 November 2026" (long) or "21 Nov 2026" (short, for tables), in Nepal time; empty for an invalid date. */
export function formatDate(iso: string, length: 'long' | 'short'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  days ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kathmandu' });
  // Not the short style, which is "Sept" in some browsers.
  return length === 'long' ? days.format(date) : days.format(date).replace(/([A-Z][a-z]{2})[a-z]+/, '$1');
}
