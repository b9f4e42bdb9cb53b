import type { Product } from '@kinmel/contracts';

/** A product as it was when it was added. */
export interface WishlistItem extends Product {
  /** ISO 8601. */
  readonly addedAt: string;
}

export const has = (items: readonly WishlistItem[], id: string): boolean =>
  items.some((item) => item.id === id);

/** Adds at the end; a product that is already present is unchanged. */
export function withItem(items: readonly WishlistItem[], item: WishlistItem): readonly WishlistItem[] {
  return has(items, item.id) ? items : [...items, item];
}

export function withoutItem(items: readonly WishlistItem[], id: string): readonly WishlistItem[] {
  return has(items, id) ? items.filter((item) => item.id !== id) : items;
}

/** Replaces the stored product, keeping its position and `addedAt`. */
export function withUpdate(items: readonly WishlistItem[], product: Product): readonly WishlistItem[] {
  return items.map((item) => (item.id === product.id ? { ...product, addedAt: item.addedAt } : item));
}
