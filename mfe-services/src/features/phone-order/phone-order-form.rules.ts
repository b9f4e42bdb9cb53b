import { type FieldErrors } from '@kinmel/web-kit/forms';
import { contactErrors, contactFields } from '../../requests/contact.rules.ts';

/** The form as it begins (NPB-11). */
export const emptyPhoneOrder = {
  name: '',
  email: '',
  phone: '',
  model: '',
  color: '',
  storage: '',
  quantity: 1,
  paymentMethod: 'full',
  deliveryMethod: 'delivery',
  address: '',
  preferredDate: '',
  preferredTime: '',
  priority: 'standard',
  budget: '',
  message: '',
};

export type PhoneOrderFields = Readonly<typeof emptyPhoneOrder>;

/** In the order of the page: the first wrong one gets the focus. */
export const fieldOrder = [
  ...contactFields,
  'model',
  'color',
  'storage',
  'quantity',
  'paymentMethod',
  'deliveryMethod',
  'address',
  'preferredDate',
  'preferredTime',
  'priority',
  'budget',
  'message',
] as const;

type PhoneOrderField = (typeof fieldOrder)[number];

/** What is wrong with the fields, as the service says it too (NPB-18 to NPB-29). */
export function errorsOf(fields: PhoneOrderFields, today: string): FieldErrors<PhoneOrderField> {
  const errors: Partial<Record<PhoneOrderField, string>> = contactErrors(fields);
  for (const [field, label] of [
    ['model', 'Model'],
    ['color', 'Color'],
    ['storage', 'Storage'],
  ] as const)
    if (fields[field].trim() === '') errors[field] = `Please fill in ${label}`;
  if (fields.deliveryMethod === 'delivery') {
    if (fields.address.trim() === '') errors.address = 'Please fill in Address';
  } else {
    if (fields.preferredDate === '') errors.preferredDate = 'Please choose a date';
    else if (fields.preferredDate < today) errors.preferredDate = 'The date cannot be before today';
    if (fields.preferredTime === '') errors.preferredTime = 'Please choose a time';
  }
  return errors;
}

/** The form as it is sent (API-35): of a pickup no address, of a delivery no date and time (NPB-31, NPB-32), the quantity as a number (NPB-34). */
export function bodyTextOf(fields: PhoneOrderFields): string {
  const trimmed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
  const unused =
    fields.deliveryMethod === 'delivery' ? { preferredDate: '', preferredTime: '' } : { address: '' };
  return JSON.stringify({ ...trimmed, ...unused });
}
