import type { AskedOffer, AskedProduct, HoldRequest, Owners, RedeemRequest } from '../placing/owners.ts';

/** Catalog and offer as order sees them, in memory: for tests of what order does with their answers. */
export interface TestOwners extends Owners {
  readonly products: Map<string, AskedProduct>;
  readonly offers: Map<string, AskedOffer>;
  /** Pieces and redemptions that are held now, by order id. */
  readonly held: Map<string, HoldRequest>;
  readonly redeemed: Map<string, RedeemRequest>;
  /** The name of every call, in order. */
  readonly calls: string[];
}

export function testOwners(): TestOwners {
  const owners: TestOwners = {
    products: new Map(),
    offers: new Map(),
    held: new Map(),
    redeemed: new Map(),
    calls: [],
    async product(productId) {
      owners.calls.push('product');
      return owners.products.get(productId);
    },
    async offer(offerId) {
      owners.calls.push('offer');
      return owners.offers.get(offerId);
    },
    async reserve(request) {
      owners.calls.push('reserve');
      owners.held.set(request.orderId, request);
    },
    async releasePieces(orderId) {
      owners.calls.push('releasePieces');
      owners.held.delete(orderId);
    },
    async redeem(request) {
      owners.calls.push('redeem');
      owners.redeemed.set(request.orderId, request);
    },
    async releaseOffers(orderId) {
      owners.calls.push('releaseOffers');
      owners.redeemed.delete(orderId);
    },
  };
  return owners;
}
