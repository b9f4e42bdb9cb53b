import { type EventOf, productCreated, productDeleted, productUpdated } from '@kinmel/contracts';
import { type EventContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ProductCopiesStore } from './product-copies.store.ts';
import { copyOf, tombstoneOf } from './product-copy.rules.ts';

export interface ProductsContext {
  readonly productCopies: ProductCopiesStore;
}

export function productsSubscriptions({ productCopies }: ProductsContext): SubscriptionDefinition[] {
  const saveCopy = (
    { aggregateVersion, data }: EventOf<typeof productCreated | typeof productUpdated>,
    { session }: EventContext,
  ) => productCopies.keepNewer([copyOf(data, aggregateVersion)], session);
  return [
    onEvent(productCreated, saveCopy),
    onEvent(productUpdated, saveCopy),
    onEvent(productDeleted, ({ aggregateVersion, data }, { session }) =>
      productCopies.keepNewer([tombstoneOf(data.productId, aggregateVersion)], session),
    ),
  ];
}
