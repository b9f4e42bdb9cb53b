import type { Offer } from './offer.ts';

/** Why a code does not apply. `unknown` means a wrong, an inactive or a future code. */
export const promoRefusals = {
  unknown: 'This promo code is not valid.',
  expired: 'This promo code has expired.',
  'used-up': 'This promo code has been used up.',
  'not-for-these-products': 'This promo code is not for the products in your cart.',
  'not-a-percentage': 'This offer is claimed on the Special Offers page, not by its code.',
} as const;

export type PromoRefusal = keyof typeof promoRefusals;

/**
 * The offer that a promo code stands for today, or why it has no effect, checked in the same order for every cart.
 * Whether the offer is used up is checked last, by the caller, because only the service of offers knows.
 * @param offers those with this code; an inactive or future one counts as unknown
 */
export function offerOfCode<
  OfferWithCode extends Pick<Offer, 'isActive' | 'discountType' | 'validFrom' | 'validUntil'>,
>(
  offers: readonly OfferWithCode[],
  today: string,
  appliesTo: (offer: OfferWithCode) => boolean,
): { readonly offer: OfferWithCode } | { readonly reason: PromoRefusal } {
  const published = offers.filter(({ isActive, validFrom }) => isActive && validFrom <= today);
  const offer = published.find(({ validUntil }) => today <= validUntil);
  if (!offer) return { reason: published.length > 0 ? 'expired' : 'unknown' };
  if (offer.discountType !== 'percentage') return { reason: 'not-a-percentage' };
  return appliesTo(offer) ? { offer } : { reason: 'not-for-these-products' };
}
