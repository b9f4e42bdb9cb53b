import { amountOf, type Currency, roundedPrice, type Sum, shopCurrency } from '@kinmel/contracts/browser';

const written = (size: number, decimals: number) =>
  size.toFixed(decimals).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');

/**
 * Formats an amount in major units without its currency: "91,500", with two decimals only for fractions.
 * `Intl.NumberFormat` is avoided: loading its data blocks a slow phone for 60 ms.
 */
export function formatAmount(amount: number): string {
  const size = roundedPrice(Math.abs(amount));
  return `${amount < 0 ? '-' : ''}${written(size, Number.isInteger(size) ? 0 : 2)}`;
}

/** Formats a price in major units: "NPR 91,500" (decimals only for fractions) or "$1,234.00" (always two). */
export function formatPrice(amount: number, currency: Currency = shopCurrency): string {
  const sign = amount < 0 ? '-' : '';
  const size = Math.abs(amount);
  if (currency === 'USD') return `${sign}$${written(roundedPrice(size), 2)}`;
  return `${sign}NPR ${formatAmount(size)}`;
}

/** Formats a sum: "NPR 91,500", "$1,234.00". */
export const formatMoney = (sum: Sum): string => formatPrice(amountOf(sum.amountInMinorUnits), sum.currency);

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
