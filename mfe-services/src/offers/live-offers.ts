import type { Offer } from '@kinmel/contracts';
import { formatDate, formatPrice, shopDayOf, useServerDay } from '@kinmel/web-kit';
import { dayAmong, isLive } from './offer.rules.ts';

/**
 * The offers that are live today. Until the server's time is known, these are all offers of the response, which the
 * server has already filtered.
 */
export function useLiveOffers(offers: readonly Offer[] | undefined): readonly Offer[] | undefined {
  const days = (offers ?? []).flatMap(({ validFrom, validUntil }) => [validFrom, validUntil]);
  const day = useServerDay((now) => dayAmong(days, now, shopDayOf));
  return day === undefined ? offers : offers?.filter((offer) => isLive(offer, day));
}

/** The discount, or else the text of the offer. */
export function flagText({ discountType, discountValue, discount }: Offer): string {
  if (discountType === 'percentage' && discountValue > 0) return `${discountValue}% off`;
  if (discountType === 'fixed' && discountValue > 0) return `${formatPrice(discountValue)} off`;
  if (discount !== '') return discount;
  return discountType === 'gift' ? 'Free gift' : 'Bundle';
}

export const validityText = ({ validUntil }: Offer): string =>
  `Valid until ${formatDate(validUntil, 'long')}`;
