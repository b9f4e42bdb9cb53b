import type { OfferSnapshot } from '@kinmel/contracts';

export { aDevice, aPolicy, aProduct, productId, productListAnswer, products } from '../page/products.ts';
export { aRegistry } from './registry.ts';

/** Where the sample shopper's orders go, as the form of checkout sends it. */
export const sampleDelivery = {
  name: 'Sita Sharma',
  email: 'sita@example.com',
  phone: '+977 984-1234567',
  address: 'Durbar Marg 5',
  city: 'Kathmandu',
  zipCode: '44600',
  notes: '',
};

/** What events tell of an offer: 20 percent off everything in November 2026, by the code GALAXY20. */
export const anOfferSnapshot = (over: Partial<OfferSnapshot> = {}): OfferSnapshot => ({
  offerId: 'b'.repeat(24),
  title: 'Galaxy week',
  description: 'All for less',
  discountType: 'percentage',
  discountPercentage: 20,
  discountInMinorUnits: 0,
  currency: 'NPR',
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  promoCode: 'GALAXY20',
  isActive: true,
  isUsedUp: false,
  targetProducts: [],
  image: '',
  productName: '',
  originalPriceInMinorUnits: null,
  discountedPriceInMinorUnits: null,
  giftItem: '',
  ...over,
});
