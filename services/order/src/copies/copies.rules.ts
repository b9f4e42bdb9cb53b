import type { OfferSnapshot, ProductSnapshot } from '@kinmel/contracts';
import type { Day } from '@kinmel/service-kit';

/**
 * The copy of a product. Its two parts have separate versions, because they change by different events that arrive in
 * any order. A deleted product stays as a tombstone (`product` is null).
 */
export interface ProductCopy {
  readonly productId: string;
  readonly snapshot: { readonly version: number; readonly product: ProductSnapshot | null } | undefined;
  readonly stock:
    | { readonly version: number; readonly inStock: boolean; readonly lowStockCount: number | null }
    | undefined;
}

export type ProductEvent =
  | { readonly kind: 'snapshot'; readonly version: number; readonly product: ProductSnapshot }
  | { readonly kind: 'deleted'; readonly version: number; readonly productId: string }
  | {
      readonly kind: 'stock';
      readonly version: number;
      readonly productId: string;
      readonly inStock: boolean;
      readonly lowStockCount: number | null;
    };

/**
 * The copy after the event, or undefined when the event is not newer. The result does not depend on the order and
 * number of the events.
 */
export function followProduct(copy: ProductCopy, event: ProductEvent): ProductCopy | undefined {
  const current = event.kind === 'stock' ? copy.stock : copy.snapshot;
  if (current !== undefined && event.version <= current.version) return undefined;
  const { version } = event;
  switch (event.kind) {
    case 'snapshot':
      return { ...copy, snapshot: { version, product: event.product } };
    case 'deleted':
      return { ...copy, snapshot: { version, product: null } };
    case 'stock':
      return { ...copy, stock: { version, inStock: event.inStock, lowStockCount: event.lowStockCount } };
  }
}

export function unknownProduct(productId: string): ProductCopy {
  return { productId, snapshot: undefined, stock: undefined };
}

/** Decided by the newer part, or by the stock event when both have the same version. */
export function isInStock({ snapshot, stock }: ProductCopy): boolean {
  if (stock !== undefined && stock.version >= (snapshot?.version ?? 0)) return stock.inStock;
  return snapshot?.product?.inStock ?? false;
}

/**
 * The low-stock count, decided in the same way; null when the count is higher, zero or unknown.
 */
export function piecesLeft({ snapshot, stock }: ProductCopy): number | null {
  if (stock !== undefined && stock.version >= (snapshot?.version ?? 0)) return stock.lowStockCount;
  return snapshot?.product?.lowStockCount ?? null;
}

/** The copy of an offer. A deleted offer stays as a tombstone (`offer` is null). */
export interface OfferCopy {
  readonly offerId: string;
  readonly version: number;
  readonly offer: OfferSnapshot | null;
}

/** The new copy, or undefined when it is not newer. */
export function followOffer(copy: OfferCopy | undefined, receivedCopy: OfferCopy): OfferCopy | undefined {
  return copy !== undefined && receivedCopy.version <= copy.version ? undefined : receivedCopy;
}

/** Whether the offer is active and the day is within its first and last day, both included. */
export function isLive(offer: OfferSnapshot, today: Day): boolean {
  return offer.isActive && offer.validFrom <= today && today <= offer.validUntil;
}
