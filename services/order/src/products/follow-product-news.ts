import type { Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { ProductCopiesStore } from './product-copies.store.ts';
import { followProduct, type ProductNews } from './product-copy.rules.ts';

export interface ProductsContext {
  readonly productCopies: ProductCopiesStore;
}

/**
 * Brings order's copy of a product up to date. Reads and writes within the session's transaction: two events of one
 * product that are handled side by side collide there, and the later one is tried again on what the first one left.
 */
export async function followProductNews(
  { productCopies }: ProductsContext,
  news: ProductNews,
  { session, log }: { readonly session: ClientSession; readonly log: Logger },
): Promise<void> {
  const productId = news.kind === 'snapshot' ? news.product.productId : news.productId;
  const copy = await productCopies.find(productId, session);
  const next = followProduct(copy, news);
  if (next === undefined) {
    log.debug({ productId, version: news.version }, 'older than what is known');
    return;
  }
  await productCopies.save(next, session);
}
