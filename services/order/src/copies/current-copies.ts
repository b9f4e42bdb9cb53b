import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { ServiceClients } from '../placing/service-clients.ts';
import {
  followOffer,
  followProduct,
  type OfferCopy,
  type ProductCopy,
  type ProductEvent,
  unknownProduct,
} from './copies.rules.ts';
import type { OfferCopiesStore, ProductCopiesStore } from './copies.store.ts';

export interface ProductCopiesContext {
  readonly productCopies: ProductCopiesStore;
}

export interface OfferCopiesContext {
  readonly offerCopies: OfferCopiesStore;
}

export interface CopiesContext extends ProductCopiesContext, OfferCopiesContext {
  readonly serviceClients: ServiceClients;
  readonly logger: Logger;
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
}

interface Delivery {
  readonly session: ClientSession;
  readonly log: Logger;
}

/** Updates order's copy of a product in the session's transaction. */
export async function followProductEvent(
  { productCopies }: ProductCopiesContext,
  event: ProductEvent,
  { session, log }: Delivery,
): Promise<void> {
  const productId = event.kind === 'snapshot' ? event.product.productId : event.productId;
  const [copy = unknownProduct(productId)] = await productCopies.findMany([productId], session);
  const next = followProduct(copy, event);
  if (next) await productCopies.save(next, session);
  else log.debug({ productId, version: event.version }, 'the event is not newer than the stored copy');
}

/** Updates order's copy of an offer in the session's transaction. */
export async function followOfferEvent(
  { offerCopies }: OfferCopiesContext,
  receivedCopy: OfferCopy,
  { session, log }: Delivery,
): Promise<void> {
  const { offerId, version } = receivedCopy;
  const [copy] = await offerCopies.findMany([offerId], session);
  const next = followOffer(copy, receivedCopy);
  if (next) await offerCopies.save(next, session);
  else log.debug({ offerId, version }, 'the event is not newer than the stored copy');
}

/**
 * Maximum number of unknown ids that are looked up for one request, so that a cart of invented ids does not
 * flood other services.
 */
const maxLookups = 20;

/**
 * The copies of these products. A missing one is read from catalog and stored; a product that catalog does
 * not know is left out. Rejects when catalog does not answer.
 */
export async function currentProducts(
  context: CopiesContext,
  productIds: readonly string[],
): Promise<Map<string, ProductCopy>> {
  const storedCopies = await context.productCopies.findMany(productIds);
  const copies = new Map(storedCopies.map((copy) => [copy.productId, copy]));
  const missingIds = productIds.filter((productId) => copies.get(productId)?.snapshot === undefined);
  await lookUp(missingIds, async (productId) => {
    const answer = await context.serviceClients.product(productId);
    copies.delete(productId);
    if (answer === undefined) return;
    const { version, product } = answer;
    const stock = { version, inStock: product.inStock, lowStockCount: product.lowStockCount };
    copies.set(productId, { productId, snapshot: { version, product }, stock });
    await store(context, (delivery) =>
      followProductEvent(context, { kind: 'snapshot', version, product }, delivery),
    );
  });
  return copies;
}

/** The copies of these offers; a missing one is read from the offer service, as in `currentProducts`. */
export async function currentOffers(
  context: CopiesContext,
  offerIds: readonly string[],
): Promise<Map<string, OfferCopy>> {
  const storedCopies = await context.offerCopies.findMany(offerIds);
  const copies = new Map(storedCopies.map((copy) => [copy.offerId, copy]));
  await lookUp(
    offerIds.filter((offerId) => !copies.has(offerId)),
    async (offerId) => {
      const answer = await context.serviceClients.offer(offerId);
      if (answer === undefined) return;
      const copy: OfferCopy = { offerId, ...answer };
      copies.set(offerId, copy);
      await store(context, (delivery) => followOfferEvent(context, copy, delivery));
    },
  );
  return copies;
}

const lookUp = (ids: readonly string[], work: (id: string) => Promise<void>) =>
  Promise.all(ids.slice(0, maxLookups).map(work));

/** Maximum time that a buyer waits for a copy to be stored. */
const storeTimeoutMs = 500;

/** Stores a copy for later requests. The current request continues when that fails or takes too long. */
async function store(context: CopiesContext, work: (delivery: Delivery) => Promise<void>): Promise<void> {
  const storing = context
    .inTransaction((session) => work({ session, log: context.logger }))
    .catch((error: unknown) => context.logger.warn({ err: error }, 'a copy could not be stored'));
  await Promise.race([storing, pause(storeTimeoutMs, undefined, { ref: false })]);
}
