import * as z from 'zod/mini';

/** A required text without the spaces around it; `text` says that it is missing. */
export const filledIn = (text: string) => z.string().check(z.trim(), z.minLength(1, text));

export const optionalText = z.string().check(z.trim());

/** Without the signs that the service refuses in an address. */
const emailShape = /^[^\s@\p{C}<>()[\],;:"\\]+@[^\s@\p{C}<>()[\],;:"\\]+\.[^\s@\p{C}<>()[\],;:"\\]+$/u;

/** An address to write to; `text` says that it is missing. */
export const emailField = (text: string) =>
  filledIn(text).check(z.regex(emailShape, 'Please enter a valid email address'));

/** How somebody is reached, as the service checks it too; a phone has no pattern here. */
export const contactFields = {
  name: filledIn('Please fill in Name'),
  email: emailField('Please fill in Email'),
  phone: filledIn('Please fill in Phone'),
};
