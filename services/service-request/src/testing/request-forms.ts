import { orderToReturnId, phoneKey } from './request-samples.ts';
import forms from './sample-forms.json' with { type: 'json' };

/** The forms as the pages send them. All fields of the sell form are texts. */
export const aSellForm = (fields: object = {}): Record<string, string> => ({ ...forms.sell, ...fields });

/** A repair on a working day, after the time of the test clock. */
export const aBooking = (fields: object = {}) => ({ ...forms.booking, ...fields });

export const aPhoneOrder = (fields: object = {}) => ({ ...forms.phoneOrder, ...fields });

/** One of the two phones of `anOrderToReturn`. */
export const aReturn = (fields: object = {}) => ({
  orderId: orderToReturnId,
  lines: [{ key: phoneKey, quantity: 1 }],
  reason: 'faulty',
  message: 'Dipa sees a dead pixel.',
  refundTo: 'payment',
  ...fields,
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
