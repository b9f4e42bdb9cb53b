import type { Product } from '@kinmel/contracts';
import { roundedPrice } from '@kinmel/contracts/browser';

type Priced = Pick<Product, 'price' | 'hasDevices'> & { oldPrice?: number | null };

/** Factor of the shown original price when the record has none. */
const fallbackFactor = 1.2;

/**
 * The only source of the struck-through price on cards, product page and wishlist. Products sold as devices have no
 * fallback, because each device has its own price.
 */
export function originalPrice(product: Priced): number {
  if (product.hasDevices) return product.oldPrice ?? product.price;
  return product.oldPrice ?? roundedPrice(product.price * fallbackFactor);
}

/** The saving against the struck-through price. */
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
    amount: roundedPrice(original - product.price),
    percent: Math.round(((original - product.price) / original) * 100),
  };
}
