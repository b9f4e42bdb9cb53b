import type { Offer } from '@kinmel/contracts';
import { formatDate, formatPrice } from '@kinmel/web-kit';

/** The discount, else the text of the offer. */
export function flagText({ discountType, discountValue, discount }: Offer): string {
  if (discountType === 'percentage' && discountValue > 0) return `${discountValue}% off`;
  if (discountType === 'fixed' && discountValue > 0) return `${formatPrice(discountValue)} off`;
  if (discount !== '') return discount;
  return discountType === 'gift' ? 'Free gift' : 'Bundle';
}

export const validityText = ({ validUntil }: Offer): string =>
  `Valid until ${formatDate(`${validUntil}T00:00:00+05:45`, 'long')}`;
