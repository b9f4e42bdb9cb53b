import {
  type EventOf,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import { followProductNews, type ProductsContext } from './follow-product-news.ts';
import type { ProductNews } from './product-copy.rules.ts';

export const productsSubscriptions = (context: ProductsContext): SubscriptionDefinition[] => [
  onEvents(productCreated, (events, delivery) =>
    followProductNews(context, events.map(snapshotNews), delivery),
  ),
  onEvents(productUpdated, (events, delivery) =>
    followProductNews(context, events.map(snapshotNews), delivery),
  ),
  onEvents(productDeleted, (events, delivery) =>
    followProductNews(
      context,
      events.map(({ aggregateVersion: version, data }) => ({
        kind: 'deleted',
        version,
        productId: data.productId,
      })),
      delivery,
    ),
  ),
  onEvents(stockChanged, (events, delivery) =>
    followProductNews(
      context,
      events.map(({ aggregateVersion: version, data }) => ({ kind: 'stock', version, ...data })),
      delivery,
    ),
  ),
];

function snapshotNews({
  aggregateVersion: version,
  data,
}: EventOf<typeof productCreated | typeof productUpdated>): ProductNews {
  return { kind: 'snapshot', version, product: data };
}
