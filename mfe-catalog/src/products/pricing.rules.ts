import type { Product } from '@kinmel/contracts';

type Priced = Pick<Product, 'price'> & { oldPrice?: number | null };

/** What a product is shown to have cost before when its record does not say so. */
const fallbackFactor = 1.2;

/**
 * The price that a card, the product page and the wishlist strike through. The one place of the
 * fallback: returning `product.oldPrice ?? undefined` switches it off everywhere at once.
 */
export function originalPrice(product: Priced): number {
  return product.oldPrice ?? Math.round(product.price * fallbackFactor * 100) / 100;
}

/** What a shopper saves against the original price, from the same number that is struck through. */
export interface Saving {
  readonly originalPrice: number;
  readonly amount: number;
  /** Whole percent of the original price. */
  readonly percent: number;
}

/** Undefined when the old price is not greater than the price: no badge, nothing struck through. */
export function savingOf(product: Priced): Saving | undefined {
  const original = originalPrice(product);
  if (original <= product.price) return undefined;
  return {
    originalPrice: original,
    amount: Math.round((original - product.price) * 100) / 100,
    percent: Math.round(((original - product.price) / original) * 100),
  };
}
