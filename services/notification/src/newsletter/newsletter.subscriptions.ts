import { type OfferSnapshot, offerCreated, offerDeleted, offerUpdated } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { issueOf } from './newsletter.rules.ts';
import type { NewsletterContext } from './newsletter-context.ts';

/** Schedules or cancels the newsletter about an offer (NOT-N9). */
export function newsletterSubscriptions({
  newsletterIssues,
  now,
  dayOf,
}: NewsletterContext): SubscriptionDefinition[] {
  const follow = (version: number, offer: OfferSnapshot, { session }: { readonly session: ClientSession }) =>
    newsletterIssues.follow(offer.offerId, version, issueOf(offer, now(), dayOf), session);
  return [
    onEvent(offerCreated, ({ aggregateVersion, data }, call) => follow(aggregateVersion, data, call)),
    onEvent(offerUpdated, ({ aggregateVersion, data }, call) => follow(aggregateVersion, data, call)),
    onEvent(offerDeleted, ({ aggregateVersion, data }, { session }) =>
      newsletterIssues.follow(data.offerId, aggregateVersion, undefined, session),
    ),
  ];
}
