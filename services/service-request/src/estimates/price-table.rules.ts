import type { sellBrands, sellConditions } from '@kinmel/contracts';

/** Prices of one model in working order, in whole US dollars, for its smallest storage. */
interface ModelPrice {
  readonly model: string;
  readonly brand: (typeof sellBrands)[number];
  readonly smallestStorage: number;
  readonly price: number;
}

/**
 * What used phones bring, from which the estimate is made. To change a price, change it here and raise `version`: a
 * request keeps the version that its seller saw.
 */
export const priceTable = {
  version: 1,
  /** What each doubling of the storage adds. */
  perDoubling: 30,
  charger: 10,
  /** The share of the price that a condition leaves. */
  conditions: { excellent: 1, good: 0.85, fair: 0.65, poor: 0.35 } satisfies Record<
    (typeof sellConditions)[number],
    number
  >,
  /** The range reaches this share below and above the middle. */
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
