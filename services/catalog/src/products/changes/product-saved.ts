import { type CausedBy, createEvent } from '@kinmel/service-kit';
import { searchEntryOf } from '../../search/search-entry.ts';
import { type Decision, productNotFound } from '../product.rules.ts';
import type { ProductsContext } from '../products-context.ts';

export const productIsBusy = 'This product is being changed by others.';

/** Throws not-found. */
export async function findProduct({ products }: Pick<ProductsContext, 'products'>, id: string) {
  const product = await products.find(id);
  if (!product) throw productNotFound();
  return product;
}

/** Wraps the rules' events in envelopes with version and trace. */
export function eventsOf({ product, events }: Decision, { traceparent }: CausedBy) {
  return events.map(({ definition, data }) =>
    createEvent(definition, {
      aggregateId: product.id,
      aggregateVersion: product.version,
      data,
      traceparent,
    }),
  );
}

/** Shows the new state in this instance at once; others are notified by event. */
export async function productSaved(context: ProductsContext, { product }: Decision): Promise<void> {
  await context.search.put([searchEntryOf(product)]);
  context.sendEvents();
}

/** Applies a deletion in this instance at once. */
export async function productGone(context: ProductsContext, { product }: Decision): Promise<void> {
  await context.search.remove([{ id: product.id, version: product.version }]);
  context.sendEvents();
}
