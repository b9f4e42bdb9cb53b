import type { Offer } from '@kinmel/contracts';
import { emptyOfferTexts } from '@kinmel/contracts/browser';
import { aProduct, productId } from '@kinmel/testing/page';
import { inputOfOffer } from './offer-line.rules.ts';

const offer = (changes: Partial<Offer> = {}): Offer => ({
  _id: productId(9),
  id: productId(9),
  ...emptyOfferTexts,
  title: 'Galaxy Festival',
  description: 'Twelve percent',
  discount: '12% OFF',
  discountType: 'percentage',
  discountValue: 12,
  currency: 'NPR',
  validFrom: '2026-11-01',
  validUntil: '2026-12-01',
  category: 'Samsung',
  promoCode: 'GALAXY12',
  image: '',
  isActive: true,
  redemptionSteps: [],
  productDetails: {},
  targetProducts: [],
  version: 1,
  ...changes,
});

it("is a line of the first target product at the offer's prices (SIL-16, SIL-51, ENT-15, ENT-18)", () => {
  const details = { name: 'Galaxy S25', originalPrice: 164_900, discountedPrice: 144_900 };
  const input = inputOfOffer(
    offer({ targetProducts: [productId(1), productId(2)], productDetails: details }),
    aProduct({ specs: { storage: '128 GB', color: 'Sierra Blue' } }),
  );
  expect(input).toEqual({
    _id: productId(1),
    name: 'Galaxy S25',
    image: '/uploads/iphone-13-pro/640.webp',
    price: 144_900,
    originalPrice: 164_900,
    quantity: 1,
    details: '128 GB, Sierra Blue',
    promoCode: 'GALAXY12',
    specialOffer: {
      id: productId(9),
      title: 'Galaxy Festival',
      description: 'Twelve percent',
      discount: '12% OFF',
      discountPercentage: 12,
    },
  });
});

it('is a line of the offer itself without a product, with 100000 before the discount by default (SIL-16, OFFR-21)', () => {
  expect(inputOfOffer(offer())).toMatchObject({
    _id: productId(9),
    name: 'Galaxy Festival',
    price: 88_000,
    originalPrice: 100_000,
  });
  expect(inputOfOffer(offer({ discountType: 'fixed', discountValue: 5000 })).price).toBe(95_000);
});
