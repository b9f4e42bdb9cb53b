import type { OfferWithVersion, ProductWithVersion, ServiceClients } from '../placing/service-clients.ts';

/** In-memory fakes of catalog and offer. */
export function testServiceClients() {
  const products = new Map<string, ProductWithVersion>();
  const offers = new Map<string, OfferWithVersion>();
  const held = new Map<string, Parameters<ServiceClients['reserve']>[0]>();
  const redeemed = new Map<string, Parameters<ServiceClients['redeem']>[0]>();
  /** Names of the calls. */
  const calls: string[] = [];
  const clients: ServiceClients = {
    product: async (productId) => products.get(productId),
    offer: async (offerId) => offers.get(offerId),
    reserve: async (request) => void held.set(request.orderId, request),
    releasePieces: async (orderId) => void held.delete(orderId),
    redeem: async (request) => void redeemed.set(request.orderId, request),
    releaseOffers: async (orderId) => void redeemed.delete(orderId),
  };
  const recordingClients = Object.entries(clients).map(([name, call]) => [
    name,
    (...input: Parameters<typeof call>) => {
      calls.push(name);
      return (call as (...args: typeof input) => unknown)(...input);
    },
  ]);
  return {
    products,
    offers,
    held,
    redeemed,
    calls,
    ...(Object.fromEntries(recordingClients) as ServiceClients),
  };
}
