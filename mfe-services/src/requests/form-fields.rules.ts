import * as z from 'zod/mini';

/** A required text, trimmed; `text` is the error of a missing one. */
export const filledIn = (text: string) => z.string().check(z.trim(), z.minLength(1, text));

export const optionalText = z.string().check(z.trim());

/** Without the characters that the service refuses in an address. */
const emailShape = /^[^\s@\p{C}<>()[\],;:"\\]+@[^\s@\p{C}<>()[\],;:"\\]+\.[^\s@\p{C}<>()[\],;:"\\]+$/u;

export const emailField = (text: string) =>
  filledIn(text).check(z.regex(emailShape, 'Please enter a valid email address'));

export const contactFields = {
  name: filledIn('Please fill in Name'),
  email: emailField('Please fill in Email'),
  phone: filledIn('Please fill in Phone'),
};
