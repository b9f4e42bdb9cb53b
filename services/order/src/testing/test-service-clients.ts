import type {
  AskedOffer,
  AskedProduct,
  HoldRequest,
  RedeemRequest,
  ServiceClients,
} from '../placing/service-clients.ts';

/** In-memory fakes of catalog and offer. */
export interface TestServiceClients extends ServiceClients {
  readonly products: Map<string, AskedProduct>;
  readonly offers: Map<string, AskedOffer>;
  /** By order id. */
  readonly held: Map<string, HoldRequest>;
  readonly redeemed: Map<string, RedeemRequest>;
  /** Names of the calls. */
  readonly calls: string[];
}

export function testServiceClients(): TestServiceClients {
  const serviceClients: TestServiceClients = {
    products: new Map(),
    offers: new Map(),
    held: new Map(),
    redeemed: new Map(),
    calls: [],
    async product(productId) {
      serviceClients.calls.push('product');
      return serviceClients.products.get(productId);
    },
    async offer(offerId) {
      serviceClients.calls.push('offer');
      return serviceClients.offers.get(offerId);
    },
    async reserve(request) {
      serviceClients.calls.push('reserve');
      serviceClients.held.set(request.orderId, request);
    },
    async releasePieces(orderId) {
      serviceClients.calls.push('releasePieces');
      serviceClients.held.delete(orderId);
    },
    async redeem(request) {
      serviceClients.calls.push('redeem');
      serviceClients.redeemed.set(request.orderId, request);
    },
    async releaseOffers(orderId) {
      serviceClients.calls.push('releaseOffers');
      serviceClients.redeemed.delete(orderId);
    },
  };
  return serviceClients;
}
