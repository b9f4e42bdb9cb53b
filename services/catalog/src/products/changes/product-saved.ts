import { createEvent } from '@kinmel/service-kit';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Decision } from '../product.rules.ts';
import type { ProductsContext } from '../products-context.ts';

/** Puts the rules' events in their envelopes: the product's version after the change, and the request's trace. */
export function eventsOf({ product, events }: Decision, traceparent: string | undefined) {
  return events.map(({ definition, data }) =>
    createEvent(definition, {
      aggregateId: product.id,
      aggregateVersion: product.version,
      data,
      traceparent,
    }),
  );
}

/** After a save: this instance shows the new state at once, the others hear of it by event. */
export async function productSaved(context: ProductsContext, { product }: Decision): Promise<void> {
  await context.search.put([searchEntryOf(product)]);
  context.sendEvents();
}

/** After a product left the shop. */
export async function productGone(context: ProductsContext, { product }: Decision): Promise<void> {
  await context.search.remove([{ id: product.id, version: product.version }]);
  context.sendEvents();
}
