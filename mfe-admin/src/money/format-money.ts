import type { Currency } from '@kinmel/contracts/browser';
import { formatPrice } from '@kinmel/web-kit';
import { majorUnits } from './money-units.rules.ts';

export const formatMinorUnits = (minorUnits: number, currency?: Currency): string =>
  formatPrice(majorUnits(minorUnits), currency);

/** A sum in its currency: "NPR 32,900". */
export const formatMoney = (money: {
  readonly amountInMinorUnits: number;
  readonly currency: Currency;
}): string => formatMinorUnits(money.amountInMinorUnits, money.currency);
