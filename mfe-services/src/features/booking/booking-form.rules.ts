import type { repairUrgencies } from '@kinmel/contracts';
import { type FieldErrors } from '@kinmel/web-kit/forms';
import { contactErrors, contactFields } from '../../requests/contact.rules.ts';

/** RBOOK-05 to RBOOK-08. */
export const urgencyWords: Readonly<
  Record<(typeof repairUrgencies)[number], { readonly name: string; readonly detail: string }>
> = {
  low: { name: 'Low', detail: 'Within 7 days' },
  medium: { name: 'Medium', detail: 'Within 3 days' },
  high: { name: 'High', detail: 'Same day (may incur extra fees)' },
};

/** The form without anything filled in (RBOOK-03). */
export const emptyBooking = {
  model: '',
  message: '',
  urgency: '',
  date: '',
  time: '',
  name: '',
  email: '',
  phone: '',
};

export type BookingFields = Readonly<typeof emptyBooking>;

/** In the order of the page: the first wrong one gets the focus. */
export const fieldOrder = ['model', 'message', 'urgency', 'date', 'time', ...contactFields] as const;

type BookingField = (typeof fieldOrder)[number];

/** What is wrong with the fields, as the service says it too (RBOOK-09, RBOOK-10). */
export function errorsOf(fields: BookingFields, today: string): FieldErrors<BookingField> {
  const errors: Partial<Record<BookingField, string>> = contactErrors(fields);
  if (fields.model === '') errors.model = 'Please choose a model';
  if (fields.urgency === '') errors.urgency = 'Please choose an urgency';
  if (fields.date === '') errors.date = 'Please choose a date';
  else if (fields.date < today) errors.date = 'The date cannot be before today';
  if (fields.time === '') errors.time = 'Please choose a time';
  return errors;
}

/** The form as it is sent (API-30). */
export const bodyTextOf = (fields: BookingFields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()])));
