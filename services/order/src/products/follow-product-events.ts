import type { Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { ProductCopiesStore } from './product-copies.store.ts';
import { followProduct, type ProductCopy, type ProductEvent, unknownProduct } from './product-copy.rules.ts';

export interface ProductsContext {
  readonly productCopies: ProductCopiesStore;
}

/**
 * Brings order's copies of products up to date, with one read and one write however many events there are. Both are within
 * the session's transaction: two that bring events about one product side by side collide there, and the later one is tried
 * again on what the first one left.
 */
export async function followProductEvents(
  { productCopies }: ProductsContext,
  events: readonly ProductEvent[],
  { session, log }: { readonly session: ClientSession; readonly log: Logger },
): Promise<void> {
  const known = await productCopies.findMany([...new Set(events.map(productIdOf))], session);
  const copies = new Map(known.map((copy) => [copy.productId, copy]));
  const changed = new Map<string, ProductCopy>();
  for (const one of events) {
    const productId = productIdOf(one);
    const next = followProduct(copies.get(productId) ?? unknownProduct(productId), one);
    if (next === undefined) {
      log.debug({ productId, version: one.version }, 'older than what is known');
      continue;
    }
    copies.set(productId, next);
    changed.set(productId, next);
  }
  if (changed.size > 0) await productCopies.saveMany([...changed.values()], session);
}

const productIdOf = (event: ProductEvent) =>
  event.kind === 'snapshot' ? event.product.productId : event.productId;
