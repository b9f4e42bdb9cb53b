import type { Offer } from '@kinmel/contracts';
import { formatDate, formatPrice } from '@kinmel/web-kit';
import { useSyncExternalStore } from 'react';
import { dayOf, isLive } from './offer.rules.ts';

const never = () => () => {};

/** The offers that are live today. On the server and while hydrating, when there is no clock, all offers of the answer. */
export function useLiveOffers(offers: readonly Offer[] | undefined): readonly Offer[] | undefined {
  const day = useSyncExternalStore<string | undefined>(
    never,
    () => dayOf(new Date()),
    () => undefined,
  );
  return day === undefined ? offers : offers?.filter((offer) => isLive(offer, day));
}

/** The discount, else the text of the offer. */
export function flagText({ discountType, discountValue, discount }: Offer): string {
  if (discountType === 'percentage' && discountValue > 0) return `${discountValue}% off`;
  if (discountType === 'fixed' && discountValue > 0) return `${formatPrice(discountValue)} off`;
  if (discount !== '') return discount;
  return discountType === 'gift' ? 'Free gift' : 'Bundle';
}

export const validityText = ({ validUntil }: Offer): string =>
  `Valid until ${formatDate(`${validUntil}T00:00:00+05:45`, 'long')}`;
