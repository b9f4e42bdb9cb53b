/** A sum with its currency, such as `{amountInMinorUnits: 3290000, currency: 'NPR'}` for NPR 32,900. */
export interface Money<Currency extends string = string> {
  /** An integer: paisa, cents. */
  readonly amountInMinorUnits: number;
  readonly currency: Currency;
}

/** What one unit of another currency is worth: `{currency: 'USD', shopMinorUnits: 13500}` is NPR 135 for one dollar. */
export interface Rate<Currency extends string = string> {
  readonly currency: Currency;
  /** In minor units of the shop's currency; an integer above zero. */
  readonly shopMinorUnits: number;
}

/** Minor units in one unit, of every currency here. */
const minorUnitsPerUnit = 100;

/** An amount in units, which has at most two decimals, in minor units. */
export const minorUnitsOf = (amount: number): number => Math.round(amount * minorUnitsPerUnit);

/** A sum in the shop's currency as one in the currency of the rate, rounded to its nearest minor unit, halves up. */
export const fromShopCurrency = <Currency extends string>(
  amountInMinorUnits: number,
  { currency, shopMinorUnits }: Rate<Currency>,
): Money<Currency> => ({
  amountInMinorUnits: Math.round((amountInMinorUnits * minorUnitsPerUnit) / shopMinorUnits),
  currency,
});

/** A sum in the currency of the rate as minor units of the shop's currency, rounded to the nearest, halves up. */
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
