/** The currencies that the shop shows. */
export const currencies = ['NPR', 'USD'] as const;

export type Currency = (typeof currencies)[number];

/** The currency of prices, orders and payments. Sums in other currencies are converted by a rate. */
export const shopCurrency = 'NPR' as const satisfies Currency;

export type ForeignCurrency = Exclude<Currency, typeof shopCurrency>;

export const foreignCurrencies = ['USD'] as const satisfies readonly ForeignCurrency[];

/** The currency of quotes and repair prices. Payments for them are in the shop's currency. */
export const requestCurrency = 'USD' as const satisfies ForeignCurrency;

/** A sum with its currency. */
export interface Sum {
  readonly amountInMinorUnits: number;
  readonly currency: Currency;
}

/** A sum in the shop's currency. */
export const shopSum = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

/** Minor units per unit, in both currencies. Prices are in units; sums are computed in whole minor units. */
export const minorUnitsPerUnit = 100;

/** Converts an amount in units, with at most two decimals, to minor units. */
export const minorUnitsOf = (amount: number): number => Math.round(amount * minorUnitsPerUnit);

export const fromMinorUnits = (minorUnits: number): number => minorUnits / minorUnitsPerUnit;

/** Rounds to the nearest minor unit. */
export const roundedPrice = (price: number): number => fromMinorUnits(minorUnitsOf(price));

/** The highest estimate of a used phone, in whole US dollars. A test of service-request compares it with its price table. */
export const highestEstimate = 962;

/** A change beyond this factor, up or down, has to be confirmed. */
export const largestUnconfirmedRateChange = 1.2;
