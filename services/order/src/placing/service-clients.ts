import {
  type BodyOf,
  catalogEndpoints,
  confirmStaff,
  type Endpoint,
  getOffer,
  getProduct,
  type Offer,
  type OfferSnapshot,
  offerEndpoints,
  type Product,
  type ProductSnapshot,
} from '@kinmel/contracts';
import { pricedOfferOf } from '@kinmel/pricing';
import { ProblemError, pick, type ServiceClient, toMinorUnits } from '@kinmel/service-kit';
import type { ConfirmStaff } from '../payouts/payouts.routes.ts';

/** The lines or offers to hold for an order. */
type HoldRequest<E extends Endpoint> = BodyOf<E> & { readonly traceparent?: string | undefined };

export interface ProductWithVersion {
  readonly version: number;
  readonly product: ProductSnapshot;
}

export interface OfferWithVersion {
  readonly version: number;
  readonly offer: OfferSnapshot;
}

function productSnapshot(product: Product): ProductSnapshot {
  return {
    ...pick(product, 'name', 'brand', 'category', 'currency', 'image', 'inStock', 'lowStockCount', 'specs'),
    productId: product.id,
    priceInMinorUnits: toMinorUnits(product.price),
    oldPriceInMinorUnits: product.oldPrice === null ? null : toMinorUnits(product.oldPrice),
  };
}

function offerSnapshot(offer: Offer): OfferSnapshot {
  const { productDetails: details } = offer;
  return {
    ...pricedOfferOf(offer),
    ...pick(offer, 'description', 'validFrom', 'validUntil', 'promoCode'),
    ...pick(offer, 'currency', 'isActive', 'targetProducts', 'image'),
    // Not part of the public answer: the offer service checks it when the order is placed.
    isUsedUp: false,
    productName: details.name ?? '',
    giftItem: details.giftItem ?? '',
  };
}

async function undefinedIfUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Waits at most a second; then it rejects with `service-timeout`, and nothing is approved. */
export const confirmStaffBy =
  (auth: ServiceClient): ConfirmStaff =>
  async (sessionId, password) =>
    (await auth.call(confirmStaff, { params: { sessionId }, body: { password, right: 'payouts.approve' } }))
      .data;

export type ServiceClients = ReturnType<typeof createServiceClients>;

/**
 * Calls to services while a customer waits, each with a deadline of a second. Rejects with the owner's problem,
 * `service-timeout` (the call may have had its effect) or `service-unavailable`.
 */
export const createServiceClients = ({
  catalog,
  offer,
}: Readonly<Record<'catalog' | 'offer', ServiceClient>>) => ({
  /** Undefined when it does not exist. */
  product: async (productId: string): Promise<ProductWithVersion | undefined> => {
    const answer = await undefinedIfUnknown(catalog.call(getProduct, { params: { id: productId } }));
    return answer && { version: answer.data.version, product: productSnapshot(answer.data) };
  },
  /** Undefined when there is no such live offer. */
  offer: async (offerId: string): Promise<OfferWithVersion | undefined> => {
    const answer = await undefinedIfUnknown(offer.call(getOffer, { params: { id: offerId } }));
    return answer && { version: answer.data.version, offer: offerSnapshot(answer.data) };
  },
  reserve: async ({
    traceparent,
    ...body
  }: HoldRequest<typeof catalogEndpoints.reserveStock>): Promise<void> => {
    await catalog.call(catalogEndpoints.reserveStock, { body, traceparent });
  },
  releasePieces: async (orderId: string): Promise<void> => {
    await catalog.call(catalogEndpoints.releaseReservation, { params: { orderId } });
  },
  redeem: async ({
    traceparent,
    ...body
  }: HoldRequest<typeof offerEndpoints.redeemOffers>): Promise<void> => {
    await offer.call(offerEndpoints.redeemOffers, { body, traceparent });
  },
  releaseOffers: async (orderId: string): Promise<void> => {
    await offer.call(offerEndpoints.releaseRedemptions, { params: { orderId } });
  },
});
