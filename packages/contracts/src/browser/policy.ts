import { shopSum } from './money.ts';

/** A PAN that no shop has: order reports it when it starts in production. */
export const samplePan = '600000000';

const freeShipping = 'Free shipping over NPR 200';
const returnDays = 30;

/** To be raised with each change of the policy: the next start of order stores it as a new version, and old orders keep theirs. */
export const policyVersion = 9;

/**
 * All texts and figures of the policy, and nowhere else in the shop. The contract of the record, what order stores and the
 * samples of tests follow from this table. `policySchema` has the limits of what is not just a text, a whole number, a sum
 * or a yes.
 */
export const policyParts = {
  /** Shipping is free when the subtotal is above `freeAboveInMinorUnits`, not at it. */
  shipping: { feeInMinorUnits: 1_500, freeAboveInMinorUnits: 20_000, sentence: freeShipping },
  tax: { percent: 8, label: 'Tax (8%)' },
  /** As invoices name it, with its permanent account number. */
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
    /** The offered payment methods, in the order to show. */
    methods: ['cash_on_delivery', 'card', 'esewa', 'khalti'],
  },
  /** Whether the shipping fee goes back when all goods of an order come back. */
  refunds: { isShippingRefunded: true },
  /**
   * The most that staff may give as goodwill at once, what one person alone may give a customer within a year, and after
   * how many days unused goodwill expires.
   */
  credit: { maxGoodwill: shopSum(500_000), maxGoodwillPerYear: shopSum(1_500_000), goodwillDays: 365 },
  /** A payout, or a change of credit by the shop, of this much or more is approved by a second person. */
  approvals: { fourEyesFrom: shopSum(10_000_000) },
  tradeIn: {
    /** What credit adds to the price of a phone. */
    creditBonusPercent: 5,
    /** The most that staff may quote. */
    maxQuoteInMinorUnits: 300_000,
    /** What the suggested price of a device adds to the estimate of its model. */
    resaleMarkupPercent: 25,
    /** For a device that the shop sells. */
    warrantyDays: 180,
    /** Best first: a device has the first grade whose bounds it meets. */
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
