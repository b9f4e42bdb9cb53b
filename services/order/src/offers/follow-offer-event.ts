import type { Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { OfferCopiesStore } from './offer-copies.store.ts';
import { followOffer, type OfferCopy } from './offer-copy.rules.ts';

export interface OffersContext {
  readonly offerCopies: OfferCopiesStore;
}

/** Brings order's copy of an offer up to date, within the session's transaction (C1, C2). */
export async function followOfferEvent(
  { offerCopies }: OffersContext,
  received: OfferCopy,
  { session, log }: { readonly session: ClientSession; readonly log: Logger },
): Promise<void> {
  const next = followOffer(await offerCopies.find(received.offerId, session), received);
  if (next === undefined) {
    log.debug({ offerId: received.offerId, version: received.version }, 'older than what is known');
    return;
  }
  await offerCopies.save(next, session);
}
