import { emailShape, emailText } from './submitted.rules.ts';

export const contactFields = ['name', 'email', 'phone'] as const;
export type ContactField = (typeof contactFields)[number];

export const contactLabels: Readonly<Record<ContactField, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
};

/** What is wrong with how somebody is reached, in the words of the service; a phone has no pattern here (SIL-42). */
export function contactErrors(
  fields: Readonly<Record<ContactField, string>>,
): Partial<Record<ContactField, string>> {
  const errors: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields)
    if (fields[field].trim() === '') errors[field] = `Please fill in ${contactLabels[field]}`;
  if (!errors.email && !emailShape.test(fields.email.trim())) errors.email = emailText;
  return errors;
}
