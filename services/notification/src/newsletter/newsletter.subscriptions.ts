import { offerCreated, offerDeleted, offerUpdated } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { followOffer } from './issues/follow-offer.ts';
import type { NewsletterContext } from './newsletter-context.ts';

export const newsletterSubscriptions = (context: NewsletterContext): SubscriptionDefinition[] => [
  onEvent(offerCreated, ({ aggregateVersion: version, data }, { session }) =>
    followOffer(context, { offerId: data.offerId, version, offer: data }, session),
  ),
  onEvent(offerUpdated, ({ aggregateVersion: version, data }, { session }) =>
    followOffer(context, { offerId: data.offerId, version, offer: data }, session),
  ),
  onEvent(offerDeleted, ({ aggregateVersion: version, data }, { session }) =>
    followOffer(context, { offerId: data.offerId, version, offer: undefined }, session),
  ),
];
