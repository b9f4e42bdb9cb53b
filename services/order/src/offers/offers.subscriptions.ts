import { offerCreated, offerDeleted, offerUpdated } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { followOfferEvent, type OffersContext } from './follow-offer-event.ts';

export const offersSubscriptions = (context: OffersContext): SubscriptionDefinition[] => [
  onEvent(offerCreated, ({ aggregateVersion: version, data }, delivery) =>
    followOfferEvent(context, { offerId: data.offerId, version, offer: data }, delivery),
  ),
  onEvent(offerUpdated, ({ aggregateVersion: version, data }, delivery) =>
    followOfferEvent(context, { offerId: data.offerId, version, offer: data }, delivery),
  ),
  onEvent(offerDeleted, ({ aggregateVersion: version, data }, delivery) =>
    followOfferEvent(context, { offerId: data.offerId, version, offer: null }, delivery),
  ),
];
