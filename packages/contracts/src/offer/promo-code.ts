import type { Offer } from './offer.ts';

/** Why a code does not apply. `unknown` covers wrong, inactive and non-public codes alike. */
export const promoRefusals = {
  unknown: 'This promo code is not valid.',
  expired: 'This promo code has expired.',
  'used-up': 'This promo code has been used up.',
  'not-for-these-products': 'This promo code is not for the products in your cart.',
  'not-a-percentage': 'This offer is claimed on the Special Offers page, not by its code.',
} as const;

export type PromoRefusal = keyof typeof promoRefusals;

/**
 * The offer that a promo code stands for today, or why it has no effect, checked in the same sequence for every cart.
 * Whether the offer is used up is checked last, by the caller, because only the service of offers knows.
 * @param offers those with this code; an inactive or future one counts as unknown
 */
export function offerOfCode<
  Coded extends Pick<Offer, 'isActive' | 'discountType' | 'validFrom' | 'validUntil'>,
>(
  offers: readonly Coded[],
  today: string,
  reaches: (offer: Coded) => boolean,
): { readonly offer: Coded } | { readonly reason: PromoRefusal } {
  const published = offers.filter(({ isActive, validFrom }) => isActive && validFrom <= today);
  const offer = published.find(({ validUntil }) => today <= validUntil);
  if (!offer) return { reason: published.length > 0 ? 'expired' : 'unknown' };
  if (offer.discountType !== 'percentage') return { reason: 'not-a-percentage' };
  return reaches(offer) ? { offer } : { reason: 'not-for-these-products' };
}
