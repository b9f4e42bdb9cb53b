import {
  type EventOf,
  offerCreated,
  offerDeleted,
  offerUpdated,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { type EventContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import {
  followOfferEvent,
  followProductEvent,
  type OfferCopiesContext,
  type ProductCopiesContext,
} from './current-copies.ts';

export function productsSubscriptions(context: ProductCopiesContext): SubscriptionDefinition[] {
  const followSnapshot = (
    { aggregateVersion: version, data }: EventOf<typeof productCreated | typeof productUpdated>,
    delivery: EventContext,
  ) => followProductEvent(context, { kind: 'snapshot', version, product: data }, delivery);
  return [
    onEvent(productCreated, followSnapshot),
    onEvent(productUpdated, followSnapshot),
    onEvent(productDeleted, ({ aggregateVersion: version, data: { productId } }, delivery) =>
      followProductEvent(context, { kind: 'deleted', version, productId }, delivery),
    ),
    onEvent(stockChanged, ({ aggregateVersion: version, data }, delivery) =>
      followProductEvent(context, { kind: 'stock', version, ...data }, delivery),
    ),
  ];
}

export function offersSubscriptions(context: OfferCopiesContext): SubscriptionDefinition[] {
  const followSnapshot = (
    { aggregateVersion: version, data }: EventOf<typeof offerCreated | typeof offerUpdated>,
    delivery: EventContext,
  ) => followOfferEvent(context, { offerId: data.offerId, version, offer: data }, delivery);
  return [
    onEvent(offerCreated, followSnapshot),
    onEvent(offerUpdated, followSnapshot),
    onEvent(offerDeleted, ({ aggregateVersion: version, data: { offerId } }, delivery) =>
      followOfferEvent(context, { offerId, version, offer: null }, delivery),
    ),
  ];
}
