import type { Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { OfferCopiesStore } from './offer-copies.store.ts';
import { followOffer, type OfferCopy } from './offer-copy.rules.ts';

export interface OffersContext {
  readonly offerCopies: OfferCopiesStore;
}

/** Brings order's copy of an offer up to date, within the session's transaction (C1, C2). */
export async function followOfferNews(
  { offerCopies }: OffersContext,
  news: OfferCopy,
  { session, log }: { readonly session: ClientSession; readonly log: Logger },
): Promise<void> {
  const next = followOffer(await offerCopies.find(news.offerId, session), news);
  if (next === undefined) {
    log.debug({ offerId: news.offerId, version: news.version }, 'older than what is known');
    return;
  }
  await offerCopies.save(next, session);
}
