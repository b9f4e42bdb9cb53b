import {
  catalogEndpoints,
  getOffer,
  getProduct,
  type Offer,
  type OfferSnapshot,
  offerEndpoints,
  type Product,
  type ProductSnapshot,
  type Refusal,
} from '@kinmel/contracts';
import {
  createBatcher,
  ProblemError,
  partUnavailable,
  problemOfRefusal,
  type ServiceClient,
  toMinorUnits,
} from '@kinmel/service-kit';

/** Pieces of products that an order wants to hold. */
export interface HoldRequest {
  readonly orderId: string;
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  readonly traceparent?: string | undefined;
}

export interface RedeemRequest {
  readonly orderId: string;
  readonly userId: string;
  readonly offerIds: readonly string[];
  readonly traceparent?: string | undefined;
}

export interface AskedProduct {
  readonly version: number;
  readonly product: ProductSnapshot;
}

export interface AskedOffer {
  readonly version: number;
  readonly offer: OfferSnapshot;
}

/**
 * The services that order asks while a customer waits, each within a second. A refusal is the owner's own problem; silence is
 * `service-timeout` (the call may have had its effect) or `service-unavailable`.
 */
export interface ServiceClients {
  /** Undefined: there is no such product. */
  product(productId: string): Promise<AskedProduct | undefined>;
  /** Undefined: there is no such live offer. */
  offer(offerId: string): Promise<AskedOffer | undefined>;
  reserve(request: HoldRequest): Promise<void>;
  releasePieces(orderId: string): Promise<void>;
  redeem(request: RedeemRequest): Promise<void>;
  releaseOffers(orderId: string): Promise<void>;
}

function productSnapshot(product: Product): ProductSnapshot {
  return {
    productId: product.id,
    name: product.name,
    brand: product.brand,
    category: product.category,
    priceInMinorUnits: toMinorUnits(product.price),
    oldPriceInMinorUnits: product.oldPrice === null ? null : toMinorUnits(product.oldPrice),
    image: product.image,
    inStock: product.inStock,
    lowStockCount: product.lowStockCount,
    specs: product.specs,
  };
}

const minorUnitsOrNull = (price: number | null | undefined) =>
  price === null || price === undefined ? null : toMinorUnits(price);

function offerSnapshot(offer: Offer): OfferSnapshot {
  const { productDetails: details } = offer;
  return {
    offerId: offer.id,
    title: offer.title,
    description: offer.description,
    discountType: offer.discountType,
    discountPercentage: offer.discountType === 'percentage' ? Math.min(100, offer.discountValue) : 0,
    discountInMinorUnits: offer.discountType === 'fixed' ? toMinorUnits(offer.discountValue) : 0,
    validFrom: offer.validFrom,
    validUntil: offer.validUntil,
    promoCode: offer.promoCode,
    isActive: offer.isActive,
    // Its readers are not told; whether there is one left offer alone decides, when the order is placed.
    isUsedUp: false,
    targetProducts: offer.targetProducts,
    image: offer.image,
    productName: details.name ?? '',
    originalPriceInMinorUnits: minorUnitsOrNull(details.originalPrice ?? details.price),
    discountedPriceInMinorUnits: minorUnitsOrNull(details.discountedPrice),
    giftItem: details.giftItem ?? '',
  };
}

async function unlessUnknown<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Orders that are placed at once share a call to an owner, because the call costs more than what it is about. */
const ordersPerCall = 50;
/** An order of more lines has a call of its own: together they have to stay below what an owner reads. */
const linesOfSmallOrder = 20;

/** An order that the answer says nothing of is not held: it must not be taken for one that is. */
function oneEach(
  requests: readonly unknown[],
  refusals: readonly (Refusal | null)[],
): readonly (Refusal | null)[] {
  if (refusals.length === requests.length) return refusals;
  throw partUnavailable(new Error(`an owner answered ${refusals.length} of ${requests.length} orders`));
}

/** Clients of catalog and offer over HTTP. */
export function createServiceClients({
  catalog,
  offer,
}: {
  readonly catalog: ServiceClient;
  readonly offer: ServiceClient;
}): ServiceClients {
  async function reserve(requests: readonly HoldRequest[]) {
    const { refusals } = await catalog.call(catalogEndpoints.reserveStock, {
      body: {
        orders: requests.map(({ orderId, lines, traceparent }) => ({
          orderId,
          lines: [...lines],
          ...(traceparent === undefined ? {} : { traceparent }),
        })),
      },
      traceparent: requests[0]?.traceparent,
    });
    return oneEach(requests, refusals);
  }
  const reserveBatched = createBatcher(ordersPerCall, reserve);

  const redeemBatched = createBatcher(ordersPerCall, async (requests: readonly RedeemRequest[]) => {
    const { refusals } = await offer.call(offerEndpoints.redeemOffers, {
      body: {
        orders: requests.map(({ orderId, userId, offerIds }) => ({
          orderId,
          userId,
          offerIds: [...offerIds],
        })),
      },
      traceparent: requests[0]?.traceparent,
    });
    return oneEach(requests, refusals);
  });

  return {
    async product(productId) {
      const answer = await unlessUnknown(catalog.call(getProduct, { params: { id: productId } }));
      return answer && { version: answer.data.version, product: productSnapshot(answer.data) };
    },
    async offer(offerId) {
      const answer = await unlessUnknown(offer.call(getOffer, { params: { id: offerId } }));
      return answer && { version: answer.data.version, offer: offerSnapshot(answer.data) };
    },
    async reserve(request) {
      const isSmall = request.lines.length <= linesOfSmallOrder;
      const refusal = isSmall ? await reserveBatched(request) : (await reserve([request]))[0];
      if (refusal) throw problemOfRefusal(refusal);
    },
    async releasePieces(orderId) {
      await catalog.call(catalogEndpoints.releaseReservation, { params: { orderId } });
    },
    async redeem(request) {
      const refusal = await redeemBatched(request);
      if (refusal) throw problemOfRefusal(refusal);
    },
    async releaseOffers(orderId) {
      await offer.call(offerEndpoints.releaseRedemptions, { params: { orderId } });
    },
  };
}
