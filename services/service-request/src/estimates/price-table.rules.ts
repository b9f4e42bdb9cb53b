import type { sellBrands, sellConditions } from '@kinmel/contracts';

/** Price of a model in working order with its smallest storage, in US dollars. */
interface ModelPrice {
  readonly model: string;
  readonly brand: (typeof sellBrands)[number];
  readonly smallestStorage: number;
  readonly price: number;
}

/**
 * The prices of used phones, from which estimates are made. Raise `version` with every change: a request stores the
 * version of its estimate.
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
  models: [
    { brand: 'apple', model: 'iPhone 11', smallestStorage: 64, price: 150 },
    { brand: 'apple', model: 'iPhone 12', smallestStorage: 64, price: 200 },
    { brand: 'apple', model: 'iPhone 12 Pro', smallestStorage: 128, price: 260 },
    { brand: 'apple', model: 'iPhone 13', smallestStorage: 128, price: 290 },
    { brand: 'apple', model: 'iPhone 13 Pro', smallestStorage: 128, price: 370 },
    { brand: 'apple', model: 'iPhone 13 Pro Max', smallestStorage: 128, price: 420 },
    { brand: 'apple', model: 'iPhone 14', smallestStorage: 128, price: 370 },
    { brand: 'apple', model: 'iPhone 14 Pro', smallestStorage: 128, price: 480 },
    { brand: 'apple', model: 'iPhone 15', smallestStorage: 128, price: 470 },
    { brand: 'apple', model: 'iPhone 15 Pro', smallestStorage: 128, price: 600 },
    { brand: 'apple', model: 'iPhone 15 Pro Max', smallestStorage: 256, price: 700 },
    { brand: 'apple', model: 'iPhone 16', smallestStorage: 128, price: 600 },
    { brand: 'apple', model: 'iPhone 16 Pro', smallestStorage: 128, price: 760 },
    { brand: 'samsung', model: 'Galaxy S21', smallestStorage: 128, price: 160 },
    { brand: 'samsung', model: 'Galaxy S22', smallestStorage: 128, price: 220 },
    { brand: 'samsung', model: 'Galaxy S23', smallestStorage: 128, price: 310 },
    { brand: 'samsung', model: 'Galaxy S23 Ultra', smallestStorage: 256, price: 480 },
    { brand: 'samsung', model: 'Galaxy S24', smallestStorage: 128, price: 420 },
    { brand: 'samsung', model: 'Galaxy S24 Ultra', smallestStorage: 256, price: 640 },
    { brand: 'samsung', model: 'Galaxy S25', smallestStorage: 128, price: 560 },
    { brand: 'samsung', model: 'Galaxy S25 Ultra', smallestStorage: 256, price: 820 },
    { brand: 'samsung', model: 'Galaxy A54', smallestStorage: 128, price: 150 },
    { brand: 'google', model: 'Pixel 7', smallestStorage: 128, price: 190 },
    { brand: 'google', model: 'Pixel 8', smallestStorage: 128, price: 300 },
    { brand: 'google', model: 'Pixel 8 Pro', smallestStorage: 128, price: 390 },
    { brand: 'google', model: 'Pixel 9', smallestStorage: 128, price: 460 },
    { brand: 'google', model: 'Pixel 9 Pro', smallestStorage: 128, price: 600 },
    { brand: 'oneplus', model: 'OnePlus 11', smallestStorage: 128, price: 270 },
    { brand: 'oneplus', model: 'OnePlus 12', smallestStorage: 256, price: 420 },
    { brand: 'xiaomi', model: 'Xiaomi 13', smallestStorage: 128, price: 260 },
    { brand: 'xiaomi', model: 'Redmi Note 13 Pro', smallestStorage: 128, price: 140 },
  ] satisfies readonly ModelPrice[] as readonly ModelPrice[],
} as const;
