import {
  type EventOf,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import { followProductEvents, type ProductsContext } from './follow-product-events.ts';
import type { ProductEvent } from './product-copy.rules.ts';

export const productsSubscriptions = (context: ProductsContext): SubscriptionDefinition[] => [
  onEvents(productCreated, (events, delivery) =>
    followProductEvents(context, events.map(snapshotEvent), delivery),
  ),
  onEvents(productUpdated, (events, delivery) =>
    followProductEvents(context, events.map(snapshotEvent), delivery),
  ),
  onEvents(productDeleted, (events, delivery) =>
    followProductEvents(
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
    followProductEvents(
      context,
      events.map(({ aggregateVersion: version, data }) => ({ kind: 'stock', version, ...data })),
      delivery,
    ),
  ),
];

function snapshotEvent({
  aggregateVersion: version,
  data,
}: EventOf<typeof productCreated | typeof productUpdated>): ProductEvent {
  return { kind: 'snapshot', version, product: data };
}
