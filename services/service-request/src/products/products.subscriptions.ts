import { productCreated, productDeleted, productUpdated } from '@kinmel/contracts';
import { onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ProductCopiesStore } from './product-copies.store.ts';
import { copyOf, goneCopy } from './product-copy.rules.ts';

export interface ProductsContext {
  readonly productCopies: ProductCopiesStore;
}

export function productsSubscriptions({ productCopies }: ProductsContext): SubscriptionDefinition[] {
  const follow: Parameters<typeof onEvents<typeof productCreated | typeof productUpdated>>[1] = (
    events,
    { session },
  ) =>
    productCopies.keepNewer(
      events.map(({ aggregateVersion, data }) => copyOf(data, aggregateVersion)),
      session,
    );
  return [
    onEvents(productCreated, follow),
    onEvents(productUpdated, follow),
    onEvents(productDeleted, (events, { session }) =>
      productCopies.keepNewer(
        events.map(({ aggregateVersion, data }) => goneCopy(data.productId, aggregateVersion)),
        session,
      ),
    ),
  ];
}
