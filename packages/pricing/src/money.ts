import { minorUnitsPerUnit } from '@kinmel/contracts/browser';

/** The value of one unit of another currency: `{currency: 'USD', shopMinorUnits: 13500}` is NPR 135 for one dollar. */
export interface Rate<Currency extends string = string> {
  readonly currency: Currency;
  /** In minor units of the shop's currency; an integer above zero. */
  readonly shopMinorUnits: number;
}

/** Converts a sum in the shop's currency to the currency of the rate, rounded to the nearest minor unit, halves up. */
export const fromShopCurrency = <Currency extends string>(
  amountInMinorUnits: number,
  { currency, shopMinorUnits }: Rate<Currency>,
) => ({
  amountInMinorUnits: Math.round((amountInMinorUnits * minorUnitsPerUnit) / shopMinorUnits),
  currency,
});

/**
 * Converts a sum in the currency of the rate to minor units of the shop's currency, rounded to the nearest, halves up.
 */
export const toShopCurrency = (amountInMinorUnits: number, { shopMinorUnits }: Rate): number =>
  Math.round((amountInMinorUnits * shopMinorUnits) / minorUnitsPerUnit);

/**
 * A percentage (at most two decimals) of an amount in minor units, rounded half up. Exact beyond the 53 bits of a
 * number.
 */
export function percentOf(amountInMinorUnits: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(amountInMinorUnits) * hundredths + 5000n) / 10_000n);
}
