import { fiscalYearsSchema, type Policy } from '@kinmel/contracts';

/** The policy record without contact, social links and time zone, which are configuration, and rates, which staff set. */
export type PolicyContent = Omit<Policy, 'contact' | 'social' | 'timeZone' | 'rates'>;

const freeShipping = 'Free shipping over NPR 200';
const returnDays = 30;
const fourEyesFrom = { amountInMinorUnits: 10_000_000, currency: 'NPR' } as const;

/** Of no shop: `service.ts` says so in production. */
export const samplePan = '600000000';

/**
 * All policy texts and figures. To change one, change it here and raise `version`: the next start stores it as a new
 * version, and old orders keep theirs.
 */
export const policyContent: PolicyContent = {
  version: 8,
  currency: 'NPR',
  shipping: {
    feeInMinorUnits: 1_500,
    freeAboveInMinorUnits: 20_000,
    sentence: freeShipping,
  },
  tax: { percent: 8, label: 'Tax (8%)' },
  seller: { name: 'Kinmel', pan: samplePan },
  // Nepal's fiscal year begins on 1 Shrawan. The days are those of two published tables of the Bikram Sambat calendar
  // that agree: PyPI nepali-datetime 1.0.8.5 and npm bikram-sambat 1.8.1.
  fiscalYears: fiscalYearsSchema.parse({
    '2080/81': '2023-07-17',
    '2081/82': '2024-07-16',
    '2082/83': '2025-07-17',
    '2083/84': '2026-07-17',
    '2084/85': '2027-07-17',
    '2085/86': '2028-07-16',
    '2086/87': '2029-07-16',
    '2087/88': '2030-07-17',
    '2088/89': '2031-07-17',
  }),
  returns: { days: returnDays, sentence: `${returnDays}-day money-back guarantee` },
  payments: { sentence: 'Secure payments', methods: ['cash_on_delivery', 'card', 'esewa', 'khalti'] },
  refunds: { isShippingRefunded: true },
  credit: {
    maxGoodwill: { amountInMinorUnits: 500_000, currency: 'NPR' },
    maxGoodwillPerYear: { amountInMinorUnits: 1_500_000, currency: 'NPR' },
    goodwillDays: 365,
  },
  approvals: { fourEyesFrom },
  tradeIn: {
    creditBonusPercent: 5,
    maxQuoteInMinorUnits: 300_000,
    resaleMarkupPercent: 25,
    warrantyDays: 180,
    // For one release: see the contract.
    fourEyesFrom,
    grades: [
      { grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' },
      { grade: 'B', minBatteryHealthPercent: 80, maxWear: 'light' },
      { grade: 'C', minBatteryHealthPercent: 1, maxWear: 'visible' },
    ],
  },
  support: { sentence: '24/7 support', officeHours: 'Mon-Fri 8am to 5pm' },
  warranty: { repairDays: 90, repairSentence: '90-day repair warranty' },
  chat: {
    freeDelivery: `${freeShipping} is for orders on this site. For an order by phone, delivery is free above NPR 5,000.`,
    expressDelivery: 'Express delivery on the next day costs NPR 500.',
    sameDayDelivery: 'Same-day delivery in Kathmandu costs NPR 800.',
    returns: `We have a 7-day return policy for exchanges: exchange within 7 days, money back within ${returnDays}.`,
    warranty: 'Warranty: 6 months for phones and watches, 1 year for laptops, 3 months for accessories.',
  },
};
