import { type AdminOffer, type Offer, type OfferTexts, offerTextEntries } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { OfferProductDetails, OfferState, StoredOffer } from './offer.rules.ts';

const amountOf = (minorUnits: number | null | undefined) =>
  minorUnits === null || minorUnits === undefined ? undefined : fromMinorUnits(minorUnits);

/** In major units, without unset fields. */
function detailsAnswer(details: OfferProductDetails): Offer['productDetails'] {
  const { priceInMinorUnits, originalPriceInMinorUnits, discountedPriceInMinorUnits, specs, ...texts } =
    details;
  const all = {
    ...texts,
    price: amountOf(priceInMinorUnits),
    originalPrice: amountOf(originalPriceInMinorUnits),
    discountedPrice: amountOf(discountedPriceInMinorUnits),
    specs: typeof specs === 'object' ? { ...specs } : specs,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The public view, without limits and counts. */
export function offerAnswer(offer: OfferState): Offer {
  const texts = Object.fromEntries(offerTextEntries.map(([name]) => [name, offer[name] ?? '']));
  return {
    _id: offer.id,
    id: offer.id,
    ...(texts as OfferTexts),
    discountType: offer.discountType,
    discountValue: offer.discountValue,
    image: offer.image,
    isActive: offer.isActive,
    redemptionSteps: [...offer.redemptionSteps],
    productDetails: detailsAnswer(offer.productDetails),
    targetProducts: [...offer.targetProducts],
    version: offer.version,
  };
}

/** The staff view. */
export function adminOfferAnswer(offer: StoredOffer): AdminOffer {
  return {
    ...offerAnswer(offer),
    maxRedemptions: offer.maxRedemptions,
    currentRedemptions: offer.currentRedemptions,
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
  };
}
