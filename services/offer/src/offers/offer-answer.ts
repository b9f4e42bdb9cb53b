import type { AdminOffer, Offer } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { OfferProductDetails, OfferState, StoredOffer } from './offer.rules.ts';

const amountOf = (minorUnits: number | null | undefined) =>
  minorUnits === null || minorUnits === undefined ? undefined : fromMinorUnits(minorUnits);

/** Major units, and nothing that is not said. */
function detailsAnswer(details: OfferProductDetails): Offer['productDetails'] {
  const { name, description, specs, giftItem } = details;
  const all = {
    name,
    price: amountOf(details.priceInMinorUnits),
    originalPrice: amountOf(details.originalPriceInMinorUnits),
    discountedPrice: amountOf(details.discountedPriceInMinorUnits),
    description,
    specs: typeof specs === 'object' ? { ...specs } : specs,
    giftItem,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The offer as everybody may see it (ENT-34 to ENT-37): limits and counts stay inside. */
export function offerAnswer(offer: OfferState): Offer {
  return {
    _id: offer.id,
    id: offer.id,
    title: offer.title,
    description: offer.description,
    discount: offer.discount,
    discountType: offer.discountType,
    discountValue: offer.discountValue,
    validFrom: offer.validFrom,
    validUntil: offer.validUntil,
    category: offer.category,
    promoCode: offer.promoCode,
    image: offer.image,
    isActive: offer.isActive,
    redemptionSteps: [...offer.redemptionSteps],
    productDetails: detailsAnswer(offer.productDetails),
    targetProducts: [...offer.targetProducts],
    version: offer.version,
  };
}

/** As staff see it (AENT-16). */
export function adminOfferAnswer(offer: StoredOffer): AdminOffer {
  return {
    ...offerAnswer(offer),
    maxRedemptions: offer.maxRedemptions,
    currentRedemptions: offer.currentRedemptions,
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
  };
}
