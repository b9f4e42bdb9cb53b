import type { OfferSnapshot, ProductSnapshot } from '@kinmel/contracts';
import type { Day } from '@kinmel/service-kit';

/**
 * Order's copy of one product: two parts that each know the version they are of, because they change by different
 * events and events arrive in any order. A deleted product stays as a tombstone (`product` is null).
 */
export interface ProductCopy {
  readonly productId: string;
  readonly snapshot: { readonly version: number; readonly product: ProductSnapshot | null } | undefined;
  readonly stock:
    | { readonly version: number; readonly inStock: boolean; readonly lowStockCount: number | null }
    | undefined;
}

/** What an event says, whatever its type. */
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
 * The copy after the event, or undefined when the event is not newer than what the copy knows (C2). The same event, in
 * any order and any number of times, lead to the same copy (C1).
 */
export function followProduct(copy: ProductCopy, event: ProductEvent): ProductCopy | undefined {
  const known = event.kind === 'stock' ? copy.stock : copy.snapshot;
  if (known !== undefined && event.version <= known.version) return undefined;
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

/** A product that nothing has been heard of yet. */
export function unknownProduct(productId: string): ProductCopy {
  return { productId, snapshot: undefined, stock: undefined };
}

/** The newer of the two parts decides whether the product is in stock; of the same version, the stock event (C3). */
export function isInStock({ snapshot, stock }: ProductCopy): boolean {
  if (stock !== undefined && stock.version >= (snapshot?.version ?? 0)) return stock.inStock;
  return snapshot?.product?.inStock ?? false;
}

/** How many pieces are left when they are few, by the same rule (C3); null: enough, none, or not known. */
export function piecesLeft({ snapshot, stock }: ProductCopy): number | null {
  if (stock !== undefined && stock.version >= (snapshot?.version ?? 0)) return stock.lowStockCount;
  return snapshot?.product?.lowStockCount ?? null;
}

/** Order's copy of one offer. A deleted offer stays as a tombstone (`offer` is null). */
export interface OfferCopy {
  readonly offerId: string;
  readonly version: number;
  readonly offer: OfferSnapshot | null;
}

/** The copy after what was received, or undefined when that is not newer than what is known (C2). */
export function followOffer(known: OfferCopy | undefined, received: OfferCopy): OfferCopy | undefined {
  return known !== undefined && received.version <= known.version ? undefined : received;
}

/** True when the offer counts on that day: switched on, and both of its days belong to it. */
export function isLive(offer: OfferSnapshot, today: Day): boolean {
  return offer.isActive && offer.validFrom <= today && today <= offer.validUntil;
}
