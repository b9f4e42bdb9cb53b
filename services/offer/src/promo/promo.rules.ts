import { type PromoCheck, type PromoRefusal, promoRefusals } from '@kinmel/contracts';
import type { Day } from '@kinmel/service-kit';
import { isUsedUp, type StoredOffer } from '../offers/offer.rules.ts';

const refused = (reason: PromoRefusal): PromoCheck => ({
  applied: false,
  reason,
  message: promoRefusals[reason],
});

/**
 * The effect of a code on a cart or the reason for none (C1 to C3). `offers` are those with this code. A code that was
 * never public (inactive or future) is answered as an unknown one.
 */
export function checkPromo(
  offers: readonly StoredOffer[],
  productIds: readonly string[],
  today: Day,
): PromoCheck {
  const published = offers.filter(({ isActive, validFrom }) => isActive && validFrom <= today);
  const offer = published.find(({ validUntil }) => validUntil >= today);
  if (!offer) return refused(published.length > 0 ? 'expired' : 'unknown');
  if (isUsedUp(offer)) return refused('used-up');
  if (offer.discountType !== 'percentage') return refused('not-a-percentage');
  const { targetProducts } = offer;
  const reachesNone = productIds.length > 0 && !productIds.some((id) => targetProducts.includes(id));
  if (targetProducts.length > 0 && reachesNone) return refused('not-for-these-products');
  return {
    applied: true,
    offerId: offer.id,
    title: offer.title,
    promoCode: offer.promoCode,
    discountPercentage: offer.discountValue,
    targetProducts: [...targetProducts],
  };
}
