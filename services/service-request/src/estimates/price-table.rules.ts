import type { sellBrands, sellConditions } from '@kinmel/contracts';
import phonePrices from './phone-prices.json' with { type: 'json' };

/** Price of a model in working order with its smallest storage, in US dollars. */
interface ModelPrice {
  readonly model: string;
  readonly brand: (typeof sellBrands)[number];
  readonly smallestStorage: number;
  readonly price: number;
}

/**
 * The prices of used phones, from which estimates are computed. Raise `version` with every change, because a request
 * stores the version of its estimate.
 */
export const priceTable = {
  version: 1,
  /** Added for each doubling of the storage. */
  perDoubling: 30,
  charger: 10,
  /** Share of the price by condition. */
  conditions: { excellent: 1, good: 0.85, fair: 0.65, poor: 0.35 } satisfies Record<
    (typeof sellConditions)[number],
    number
  >,
  /** Half-width of the range, as a share of the price. */
  spread: 0.08,
  models: phonePrices as readonly ModelPrice[],
} as const;
