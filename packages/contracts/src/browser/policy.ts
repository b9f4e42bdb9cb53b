import { shopSum } from './money.ts';

/** A permanent account number that no shop has; the order service logs an error when it starts with it in production. */
export const samplePan = '600000000';

const freeShipping = 'Free shipping over NPR 200';
const returnDays = 30;

/**
 * Increase it with each change of the policy: when order starts, it stores the policy as a new version, and old orders
 * keep theirs.
 */
export const policyVersion = 9;

/**
 * The only source of all texts and figures of the policy. The contract of the record, what order stores and the samples
 * of tests derive from this table. `policySchema` limits the values that are not just a text, a whole number, a sum or
 * a boolean.
 */
export const policyParts = {
  /** Shipping is free when the subtotal is above `freeAboveInMinorUnits`, not when it equals it. */
  shipping: { feeInMinorUnits: 1_500, freeAboveInMinorUnits: 20_000, sentence: freeShipping },
  tax: { percent: 8, label: 'Tax (8%)' },
  /** The seller's name and permanent account number on invoices. */
  seller: { name: 'Kinmel', pan: samplePan },
  // Nepal's fiscal year begins on 1 Shrawan. The days are those of two published tables of the Bikram Sambat calendar
  // that agree: PyPI nepali-datetime 1.0.8.5 and npm bikram-sambat 1.8.1.
  fiscalYears: {
    '2080/81': '2023-07-17',
    '2081/82': '2024-07-16',
    '2082/83': '2025-07-17',
    '2083/84': '2026-07-17',
    '2084/85': '2027-07-17',
    '2085/86': '2028-07-16',
    '2086/87': '2029-07-16',
    '2087/88': '2030-07-17',
    '2088/89': '2031-07-17',
  },
  returns: { days: returnDays, sentence: `${returnDays}-day money-back guarantee` },
  payments: {
    sentence: 'Secure payments',
    /** The offered payment methods, in display order. */
    methods: ['cash_on_delivery', 'card', 'esewa', 'khalti'],
  },
  /** Whether the shipping fee is refunded when all goods of an order are returned. */
  refunds: { isShippingRefunded: true },
  /**
   * The highest goodwill that staff may give at once, the highest that one person may give a customer within a year
   * without approval, and the days after which unused goodwill expires.
   */
  credit: { maxGoodwill: shopSum(500_000), maxGoodwillPerYear: shopSum(1_500_000), goodwillDays: 365 },
  /** Payouts, and credit changes by the shop, of at least this sum need the approval of a second person. */
  approvals: { fourEyesFrom: shopSum(10_000_000) },
  tradeIn: {
    /** The bonus on the price of a phone that is paid as credit. */
    creditBonusPercent: 5,
    /** The highest quote that staff may give. */
    maxQuoteInMinorUnits: 300_000,
    /** The markup of a device's suggested price on the estimate of its model. */
    resaleMarkupPercent: 25,
    /** For devices that the shop sells. */
    warrantyDays: 180,
    /** Sorted from best to worst: a device has the first grade whose limits it meets. */
    grades: [
      { grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' },
      { grade: 'B', minBatteryHealthPercent: 80, maxWear: 'light' },
      { grade: 'C', minBatteryHealthPercent: 1, maxWear: 'visible' },
    ],
  },
  support: { sentence: '24/7 support', officeHours: 'Mon-Fri 8am to 5pm' },
  warranty: { repairDays: 90, repairSentence: '90-day repair warranty' },
  /** Texts for the chat only; no price depends on them. */
  chat: {
    freeDelivery: `${freeShipping} is for orders on this site. For an order by phone, delivery is free above NPR 5,000.`,
    expressDelivery: 'Express delivery on the next day costs NPR 500.',
    sameDayDelivery: 'Same-day delivery in Kathmandu costs NPR 800.',
    returns: `We have a 7-day return policy for exchanges: exchange within 7 days, money back within ${returnDays}.`,
    warranty: 'Warranty: 6 months for phones and watches, 1 year for laptops, 3 months for accessories.',
  },
};
