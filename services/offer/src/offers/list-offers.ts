import type { AdminOffer, Offer } from '@kinmel/contracts';
import { isLive } from './offer.rules.ts';
import { adminOfferAnswer, offerAnswer } from './offer-answer.ts';
import type { OffersContext } from './offers-context.ts';
import { offerNotFound } from './save-offer.ts';

/** Live offers for the public, all offers for staff. One read. */
export async function listOffers(context: OffersContext, isAdmin: boolean): Promise<(AdminOffer | Offer)[]> {
  if (isAdmin) return (await context.offers.list()).map(adminOfferAnswer);
  const today = context.dayOf(context.now());
  const activeOffers = await context.offers.list(today);
  return activeOffers.filter((offer) => isLive(offer, today)).map(offerAnswer);
}

/** One offer: the public gets live ones only. */
export async function getOffer(
  context: OffersContext,
  id: string,
  isAdmin: boolean,
): Promise<AdminOffer | Offer> {
  const offer = await context.offers.find(id);
  if (offer && isAdmin) return adminOfferAnswer(offer);
  if (!offer || !isLive(offer, context.dayOf(context.now()))) throw offerNotFound();
  return offerAnswer(offer);
}
