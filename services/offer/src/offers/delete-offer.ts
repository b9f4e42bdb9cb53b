import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { removeOffer, type StoredOffer } from './offer.rules.ts';
import { eventsOf, offerEntry } from './offer-answer.ts';
import type { OffersContext } from './offers-context.ts';
import { offerNotFound } from './save-offer.ts';

const maxTries = 8;

/** Deletes an offer and returns it. Orders that used it and the ledger keep it. */
export async function deleteOffer(
  context: OffersContext,
  id: string,
  traceparent?: string,
  by?: StaffCall,
): Promise<StoredOffer> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await context.offers.find(id);
    if (!before) throw offerNotFound();
    const decision = removeOffer(before, context.now());
    const entry = offerEntry(by, before, null);
    if (await context.offers.remove(before, decision.offer, eventsOf(decision, traceparent), entry)) {
      context.sendEvents();
      return before;
    }
  }
  throw new ProblemError('conflict', 'This offer is being changed by others. Please try again.');
}
