import { offerOfCode, type PromoCheck, type PromoRefusal, promoRefusals } from '@kinmel/contracts';
import { type Day, pick } from '@kinmel/service-kit';
import { isUsedUp, type StoredOffer } from '../offers/offer.rules.ts';

const refusal = (reason: PromoRefusal): PromoCheck => ({
  applied: false,
  reason,
  message: promoRefusals[reason],
});

/**
 * The effect of a code on a cart, or why it has none (OFF-C1 to OFF-C3). `offers` are those with this code. A code that was
 * never public (inactive or future) gets the same answer as an unknown one.
 */
export function checkPromo(
  offers: readonly StoredOffer[],
  productIds: readonly string[],
  today: Day,
): PromoCheck {
  const match = offerOfCode(offers, today, ({ targetProducts }) => {
    const isInCart = productIds.some((id) => targetProducts.includes(id));
    return targetProducts.length === 0 || productIds.length === 0 || isInCart;
  });
  if ('reason' in match) return refusal(match.reason);
  const { offer } = match;
  if (isUsedUp(offer)) return refusal('used-up');
  return {
    applied: true,
    offerId: offer.id,
    ...pick(offer, 'title', 'promoCode'),
    discountPercentage: offer.discountValue,
    targetProducts: [...offer.targetProducts],
  };
}
