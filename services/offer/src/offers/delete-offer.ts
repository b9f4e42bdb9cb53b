import { type CausedBy, changeRecord } from '@kinmel/service-kit';
import { removeOffer, type StoredOffer } from './offer.rules.ts';
import { eventsOf, offerEntry } from './offer-answer.ts';
import type { OffersContext } from './offers-context.ts';
import { findOffer, offerIsBusy } from './save-offer.ts';

/** Deletes an offer and returns it. Orders that used it and the ledger keep it. */
export async function deleteOffer(
  context: OffersContext,
  id: string,
  call: CausedBy = {},
): Promise<StoredOffer> {
  const { offers, now } = context;
  const { before } = await changeRecord({
    read: () => findOffer(context, id),
    decide: (offer) => removeOffer(offer, now()),
    save: (offer, decision) =>
      offers.remove(offer, decision.offer, eventsOf(decision, call), offerEntry(call.staff, offer, null)),
    busy: offerIsBusy,
  });
  context.sendEvents();
  return before;
}
