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

/** Brings order's copy of a product up to date, within the session's transaction (C1, C2). */
export async function followProductEvent(
  { productCopies }: ProductCopiesContext,
  event: ProductEvent,
  { session, log }: Delivery,
): Promise<void> {
  const productId = event.kind === 'snapshot' ? event.product.productId : event.productId;
  const [known = unknownProduct(productId)] = await productCopies.findMany([productId], session);
  const next = followProduct(known, event);
  if (next) await productCopies.save(next, session);
  else log.debug({ productId, version: event.version }, 'older than what is known');
}

/** Brings order's copy of an offer up to date, in the same way. */
export async function followOfferEvent(
  { offerCopies }: OfferCopiesContext,
  received: OfferCopy,
  { session, log }: Delivery,
): Promise<void> {
  const { offerId, version } = received;
  const [known] = await offerCopies.findMany([offerId], session);
  const next = followOffer(known, received);
  if (next) await offerCopies.save(next, session);
  else log.debug({ offerId, version }, 'older than what is known');
}

/** So many unknown ids are asked about for one request; a stranger's cart must not become a flood. */
const maxAsked = 20;

/**
 * Order's copies of these products. One that order never heard of is asked for and kept; one that its owner does not
 * know either is missing in the answer. Rejects when an owner has to be asked and cannot be.
 */
export async function currentProducts(
  context: CopiesContext,
  productIds: readonly string[],
): Promise<Map<string, ProductCopy>> {
  const known = await context.productCopies.findMany(productIds);
  const copies = new Map(known.map((copy) => [copy.productId, copy]));
  const unknown = productIds.filter((productId) => copies.get(productId)?.snapshot === undefined);
  await Promise.all(
    unknown.slice(0, maxAsked).map(async (productId) => {
      const asked = await context.serviceClients.product(productId);
      if (asked === undefined) {
        copies.delete(productId);
        return;
      }
      const { version, product } = asked;
      const stock = { version, inStock: product.inStock, lowStockCount: product.lowStockCount ?? null };
      copies.set(productId, { productId, snapshot: { version, product }, stock });
      await keep(context, (session, log) =>
        followProductEvent(context, { kind: 'snapshot', version, product }, { session, log }),
      );
    }),
  );
  return copies;
}

/** Order's copies of these offers; the same manner as products. */
export async function currentOffers(
  context: CopiesContext,
  offerIds: readonly string[],
): Promise<Map<string, OfferCopy>> {
  const known = await context.offerCopies.findMany(offerIds);
  const copies = new Map(known.map((copy) => [copy.offerId, copy]));
  const unknown = offerIds.filter((offerId) => !copies.has(offerId));
  await Promise.all(
    unknown.slice(0, maxAsked).map(async (offerId) => {
      const asked = await context.serviceClients.offer(offerId);
      if (asked === undefined) return;
      const copy: OfferCopy = { offerId, ...asked };
      copies.set(offerId, copy);
      await keep(context, (session, log) => followOfferEvent(context, copy, { session, log }));
    }),
  );
  return copies;
}

/** So long a buyer waits for what is kept for the next one. */
const keepMs = 500;

/** Keeping is for the next time: when it fails or takes long, this request has what it needs all the same. */
async function keep(
  context: CopiesContext,
  work: (session: ClientSession, log: Logger) => Promise<void>,
): Promise<void> {
  const kept = context
    .inTransaction((session) => work(session, context.logger))
    .catch((error: unknown) =>
      context.logger.warn({ err: error }, 'what an owner was asked for could not be kept'),
    );
  await Promise.race([kept, pause(keepMs, undefined, { ref: false })]);
}
