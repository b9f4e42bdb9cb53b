import { orderToReturnId, phoneKey } from './request-samples.ts';

/** The forms as the pages send them. All fields of the sell form are texts. */
export const aSellForm = (over: object = {}): Record<string, string> => ({
  fullName: 'Asha Gurung',
  brand: 'apple',
  model: 'iPhone 13',
  condition: 'good',
  storage: '128',
  color: 'black',
  expectedPrice: '320.50',
  hasCharger: 'true',
  contactEmail: 'asha@example.com',
  contactPhone: '+977 980-123-4567',
  description: 'Always in a case.',
  ...over,
});

/** A repair on a working day after the clock of the tests. */
export const aBooking = (over: object = {}) => ({
  name: 'Bikash Rai',
  email: 'bikash@example.com',
  phone: '9801234567',
  model: 'iPhone 15 Pro',
  date: '2026-11-24',
  time: '09:30',
  urgency: 'medium',
  message: 'The screen is cracked.',
  ...over,
});

export const aPhoneOrder = (over: object = {}) => ({
  name: 'Chandra Thapa',
  email: 'chandra@example.com',
  phone: '9812345678',
  model: 'iPhone 15 Pro',
  color: 'Black',
  storage: '256 GB',
  quantity: 2,
  paymentMethod: 'full',
  deliveryMethod: 'delivery',
  address: 'Thamel 12, Kathmandu',
  preferredDate: '',
  preferredTime: '',
  message: '',
  budget: '',
  priority: 'standard',
  ...over,
});

/** One of the two phones of `anOrderToReturn`. */
export const aReturn = (over: object = {}) => ({
  orderId: orderToReturnId,
  lines: [{ key: phoneKey, quantity: 1 }],
  reason: 'faulty',
  message: 'Dipa sees a dead pixel.',
  refundTo: 'payment',
  ...over,
});

/** The personal data of the forms, and the staff of the tests. */
export const personalData =
  /Asha|asha@|Bikash|bikash@|Chandra|chandra@|Dipa|dipa@|980-123|98\d{8}|Thamel|admin-1/;

/** Spellings of one mailbox: another case, the domain in ASCII, full-width letters. */
export const mailboxSpellings = [
  'v@bücher.example',
  'V@BÜCHER.example',
  'v@xn--bcher-kva.example',
  '\uff56@bücher.example',
];
