import type { Product } from '@kinmel/contracts';

/** A product that a visitor keeps: the product as it was, with the moment it was added. */
export interface WishlistItem extends Product {
  /** ISO 8601. */
  readonly addedAt: string;
}

export const has = (items: readonly WishlistItem[], id: string): boolean =>
  items.some((item) => item.id === id);

/** Adds at the end; a product that is there already stays as it is. */
export function withItem(items: readonly WishlistItem[], item: WishlistItem): readonly WishlistItem[] {
  return has(items, item.id) ? items : [...items, item];
}

export function withoutItem(items: readonly WishlistItem[], id: string): readonly WishlistItem[] {
  return has(items, id) ? items.filter((item) => item.id !== id) : items;
}

/** What changed of a product replaces what was kept; its place and `addedAt` stay. */
export function withUpdate(items: readonly WishlistItem[], product: Product): readonly WishlistItem[] {
  return items.map((item) => (item.id === product.id ? { ...product, addedAt: item.addedAt } : item));
}
