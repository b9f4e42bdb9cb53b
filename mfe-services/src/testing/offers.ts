import type { Offer } from '@kinmel/contracts';
import { emptyOfferTexts } from '@kinmel/contracts/browser';

/** A live percentage offer. `id` sets both ids. */
export function anOffer({ id = 'a'.repeat(24), ...changes }: Partial<Offer> = {}): Offer {
  return {
    _id: id,
    id,
    ...emptyOfferTexts,
    title: 'Galaxy Festival',
    description: 'Twelve percent off the Galaxy S25 Ultra while stock lasts.',
    discount: '12% OFF',
    discountType: 'percentage',
    discountValue: 12,
    currency: 'NPR',
    validFrom: '2026-01-01',
    validUntil: '2099-12-31',
    category: 'Samsung',
    promoCode: 'GALAXY12',
    image: '',
    isActive: true,
    redemptionSteps: [],
    productDetails: { name: 'Galaxy S25 Ultra', originalPrice: 164_900, discountedPrice: 144_900 },
    targetProducts: [],
    version: 1,
    ...changes,
  };
}
