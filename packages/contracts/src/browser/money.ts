/** The currencies that the shop shows. */
export const currencies = ['NPR', 'USD'] as const;

export type Currency = (typeof currencies)[number];

/** The currency of prices, orders and payments. All others are shown by a rate. */
export const shopCurrency = 'NPR' as const satisfies Currency;

export type ForeignCurrency = Exclude<Currency, typeof shopCurrency>;

export const foreignCurrencies = ['USD'] as const satisfies readonly ForeignCurrency[];

/** The currency of quotes and repair prices. What of them is paid is paid in the shop's currency. */
export const requestCurrency = 'USD' as const satisfies ForeignCurrency;

/** A sum with its currency. */
export interface Sum {
  readonly amountInMinorUnits: number;
  readonly currency: Currency;
}

/** A sum in the shop's currency. */
export const shopSum = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

/** Minor units in one unit, of both currencies. Prices are in units; sums are computed in minor units, which are whole. */
export const minorUnitsPerUnit = 100;

/** An amount in units, which has at most two decimals, in minor units. */
export const minorUnitsOf = (amount: number): number => Math.round(amount * minorUnitsPerUnit);

export const amountOf = (minorUnits: number): number => minorUnits / minorUnitsPerUnit;

/** To the nearest minor unit. */
export const roundedPrice = (price: number): number => amountOf(minorUnitsOf(price));

/** The highest estimate of a used phone, in whole US dollars. A test of service-request compares it with its price table. */
export const highestEstimate = 962;

/** A change beyond this factor, up or down, has to be confirmed. */
export const largestUnconfirmedRateChange = 1.2;
