import type {
  payoutMethods,
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
  refundTargets,
  repairModels,
  repairUrgencies,
  returnReasons,
  sellBrands,
  sellColors,
  sellConditions,
  sellStorages,
} from '@kinmel/contracts';
import { payoutMethodLabels } from '@kinmel/contracts/browser';

/*
 * The names of the values that the forms offer. The types keep them complete; the schemas of the contracts themselves are too large
 * for a page.
 */
type Named<Values extends readonly string[]> = Readonly<Record<Values[number], string>>;
type Described<Values extends readonly string[]> = Readonly<
  Record<Values[number], { readonly name: string; readonly detail: string }>
>;

export const brandNames: Named<typeof sellBrands> = {
  apple: 'Apple',
  samsung: 'Samsung',
  google: 'Google',
  oneplus: 'OnePlus',
  xiaomi: 'Xiaomi',
  huawei: 'Huawei',
  oppo: 'OPPO',
  vivo: 'Vivo',
  other: 'Other',
};

export const storageNames: Named<typeof sellStorages> = {
  16: '16 GB',
  32: '32 GB',
  64: '64 GB',
  128: '128 GB',
  256: '256 GB',
  512: '512 GB',
  1024: '1024 GB',
};

export const colorNames: Named<typeof sellColors> = {
  black: 'Black',
  white: 'White',
  silver: 'Silver',
  gold: 'Gold',
  'rose-gold': 'Rose Gold',
  blue: 'Blue',
  green: 'Green',
  red: 'Red',
  purple: 'Purple',
  pink: 'Pink',
  yellow: 'Yellow',
  orange: 'Orange',
  other: 'Other',
};

export const conditionChoices: Described<typeof sellConditions> = {
  excellent: { name: 'Excellent', detail: 'No marks' },
  good: { name: 'Good', detail: 'Light marks' },
  fair: { name: 'Fair', detail: 'Clear marks' },
  poor: { name: 'Poor', detail: 'Damaged' },
};

export const repairModelNames: readonly (typeof repairModels)[number][] = [
  'iPhone 15 Pro Max',
  'iPhone 15 Pro',
  'iPhone 15',
  'Samsung Galaxy S25 Ultra',
  'S25+',
  'S25',
  'Google Pixel 9 Pro',
  'Pixel 9',
];

export const urgencyChoices: Described<typeof repairUrgencies> = {
  low: { name: 'Low', detail: 'Within 7 days' },
  medium: { name: 'Medium', detail: 'Within 3 days' },
  high: { name: 'High', detail: 'Same day (may incur extra fees)' },
};

export const paymentChoices: Described<typeof phoneOrderPaymentMethods> = {
  full: { name: 'Full payment', detail: 'All of it when you get the phone' },
  installment: { name: 'Installments', detail: 'We agree on the rates with you' },
};

export const deliveryChoices: Described<typeof phoneOrderDeliveryMethods> = {
  delivery: { name: 'Delivery', detail: 'To your address' },
  pickup: { name: 'Pickup', detail: 'You come to the shop' },
};

export const priorityChoices: Described<typeof phoneOrderPriorities> = {
  standard: { name: 'Standard', detail: '3-5 business days' },
  express: { name: 'Express', detail: '1-2 business days' },
  urgent: { name: 'Urgent', detail: 'Same day' },
};

export const returnReasonChoices: Described<typeof returnReasons> = {
  'changed-mind': { name: 'Changed my mind', detail: 'It is as you described it' },
  'not-as-described': { name: 'Not as described', detail: 'It looks or works differently' },
  faulty: { name: 'Faulty', detail: 'It does not work as it should' },
  'wrong-item': { name: 'Wrong item', detail: 'I ordered something else' },
  other: { name: 'Other', detail: 'I explain it in the message' },
};

export const refundChoices: Described<typeof refundTargets> = {
  payment: { name: 'Refund', detail: 'Your money goes back to how you paid' },
  credit: { name: 'Exchange', detail: 'Take it as shop credit and choose something else' },
};

export const payoutChoices: Described<typeof payoutMethods> = {
  cash: { name: payoutMethodLabels.cash, detail: 'At the shop' },
  bank: { name: payoutMethodLabels.bank, detail: 'By transfer' },
  esewa: { name: payoutMethodLabels.esewa, detail: 'To your wallet' },
  khalti: { name: payoutMethodLabels.khalti, detail: 'To your wallet' },
};
