import type { SellPayment, SellRequestAnswer } from '@kinmel/contracts';
import { fromMinorUnits, payoutMethodLabels, phoneName, storageName } from '@kinmel/contracts/browser';
import { formatMoney } from '@kinmel/web-kit';

/** "Apple iPhone 12, 128 GB, good". */
export const phoneText = (request: SellRequestAnswer): string =>
  `${phoneName(request)}, ${storageName(request.storage)}, ${request.condition}`;

/** "NPR 32,900, at NPR 135.00 for a dollar". */
export const agreedText = ({ amount, rate }: NonNullable<SellRequestAnswer['agreed']>): string =>
  `${formatMoney(amount)}, at NPR ${fromMinorUnits(rate.shopMinorUnits).toFixed(2)} for a dollar`;

/** "NPR 34,545 as credit", "NPR 32,900, eSewa 9801234567". */
export function paidText({ amount, method, account }: SellPayment): string {
  const sum = formatMoney(amount);
  // Credit has no method.
  return method === null ? `${sum} as credit` : `${sum}, ${payoutMethodLabels[method]} ${account}`.trim();
}

/** CSS color of each color of the form; "other" has none. */
export const cssColors: Readonly<Record<string, string>> = {
  black: '#1b1c1e',
  white: '#f4f4f2',
  silver: '#c9ccce',
  gold: '#d8bf92',
  'rose-gold': '#cfa79d',
  blue: '#86a5c6',
  green: '#3c584e',
  red: '#b3362f',
  purple: '#a58fc0',
  pink: '#e3b7bf',
  yellow: '#e6cf6e',
  orange: '#dd8a4c',
};
