import { emptyOfferTexts } from '@kinmel/contracts';
import type { OfferFields, StoredOffer } from '../offers/offer.rules.ts';

/** The current day in tests. */
export const today = '2026-11-21';

const galaxyWeek = {
  title: 'Galaxy week',
  description: 'Every Galaxy for less.',
  discount: '20% OFF',
  discountType: 'percentage',
  discountValue: 20,
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  category: 'Samsung',
  promoCode: 'GALAXY20',
} as const;

export function someFields(overrides: Partial<OfferFields> = {}): OfferFields {
  return {
    ...emptyOfferTexts,
    ...galaxyWeek,
    image: '',
    isActive: true,
    redemptionSteps: [],
    productDetails: {},
    targetProducts: [],
    maxRedemptions: null,
    ...overrides,
  };
}

export function anOffer(overrides: Partial<StoredOffer> = {}): StoredOffer {
  const moment = new Date('2026-11-20T10:00:00Z');
  return {
    ...someFields(),
    id: 'a'.repeat(24),
    currency: 'NPR',
    createdAt: moment,
    updatedAt: moment,
    version: 1,
    currentRedemptions: 0,
    ...overrides,
  };
}

/** A form as sent by the back office: every field is text. */
export const aForm = (overrides: Record<string, string> = {}): Record<string, string> => ({
  ...galaxyWeek,
  discountValue: String(galaxyWeek.discountValue),
  isActive: 'true',
  ...overrides,
});
