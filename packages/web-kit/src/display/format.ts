import {
  type Currency,
  fromMinorUnits,
  roundedPrice,
  type Sum,
  shopCurrency,
} from '@kinmel/contracts/browser';

const formatDigits = (size: number, decimals: number) =>
  size.toFixed(decimals).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');

/**
 * Formats an amount in major units without its currency: "91,500", with two decimals only for fractions.
 * `Intl.NumberFormat` is avoided: loading its data blocks a slow phone for 60 ms.
 */
export function formatAmount(amount: number): string {
  const size = roundedPrice(Math.abs(amount));
  return `${amount < 0 ? '-' : ''}${formatDigits(size, Number.isInteger(size) ? 0 : 2)}`;
}

/** Formats a price in major units: "NPR 91,500" (decimals only for fractions) or "$1,234.00" (always two). */
export function formatPrice(amount: number, currency: Currency = shopCurrency): string {
  const sign = amount < 0 ? '-' : '';
  const size = Math.abs(amount);
  if (currency === 'USD') return `${sign}$${formatDigits(roundedPrice(size), 2)}`;
  return `${sign}NPR ${formatAmount(size)}`;
}

/** Formats a sum: "NPR 91,500", "$1,234.00". */
export const formatMoney = (sum: Sum): string =>
  formatPrice(fromMinorUnits(sum.amountInMinorUnits), sum.currency);
