import type { Policy } from '@kinmel/contracts';

/** The policy record without contact and social links, which are configuration, and rates, which staff set. */
export type PolicyContent = Omit<Policy, 'contact' | 'social' | 'rates'>;

/**
 * All policy texts and figures. To change one, change it here and raise `version`: the next start stores it as a new
 * version, and old orders keep theirs.
 */
export const policyContent: PolicyContent = {
  version: 1,
  currency: 'NPR',
  shipping: {
    feeInMinorUnits: 1_500,
    freeAboveInMinorUnits: 20_000,
    sentence: 'Free shipping over NPR 200',
  },
  tax: { percent: 8, label: 'Tax (8%)' },
  returns: { days: 30, sentence: '30-day money-back guarantee' },
  payments: { sentence: 'Secure payments' },
  support: { sentence: '24/7 support', officeHours: 'Mon-Fri 8am to 5pm' },
  warranty: { repairDays: 90, repairSentence: '90-day repair warranty' },
  chat: {
    freeDelivery: 'Delivery is free on orders above NPR 5,000.',
    expressDelivery: 'Express delivery on the next day costs NPR 500.',
    sameDayDelivery: 'Same-day delivery in Kathmandu costs NPR 800.',
    returns: 'We have a 7-day return policy.',
    warranty: 'Warranty: 6 months for phones and watches, 1 year for laptops, 3 months for accessories.',
  },
};
