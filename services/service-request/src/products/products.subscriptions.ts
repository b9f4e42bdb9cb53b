import { productCreated, productDeleted, productUpdated } from '@kinmel/contracts';
import { onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ProductCopiesStore } from './product-copies.store.ts';
import { copyOf, goneCopy } from './product-copy.rules.ts';

export interface ProductsContext {
  readonly productCopies: ProductCopiesStore;
}

export const productsSubscriptions = ({ productCopies }: ProductsContext): SubscriptionDefinition[] => [
  ...[productCreated, productUpdated].map((definition) =>
    onEvents(definition, (events, { session }) =>
      productCopies.keepNewer(
        events.map(({ aggregateVersion, data }) => copyOf(data, aggregateVersion)),
        session,
      ),
    ),
  ),
  onEvents(productDeleted, (events, { session }) =>
    productCopies.keepNewer(
      events.map(({ aggregateVersion, data }) => goneCopy(data.productId, aggregateVersion)),
      session,
    ),
  ),
];
