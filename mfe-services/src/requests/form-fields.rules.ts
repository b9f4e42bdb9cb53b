import {
  isPhoneNumber,
  isVisible,
  normalizeEmail,
  normalizeIdentifier,
  normalizeLine,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** Required text, normalised; `text` is the error message if it is missing. */
export const filledIn = (text: string) =>
  z.string().check(z.overwrite(normalizeLine), z.refine(isVisible, { error: text, abort: true }));

export const optionalText = z.string().check(z.trim());

/** Excludes the characters that the service refuses in an address. */
const emailShape = /^[^\s@\p{C}<>()[\],;:"\\]+@[^\s@\p{C}<>()[\],;:"\\]+\.[^\s@\p{C}<>()[\],;:"\\]+$/u;

export const emailField = (text: string) =>
  filledIn(text).check(
    z.overwrite(normalizeEmail),
    z.regex(emailShape, 'Please enter a valid email address'),
  );

export const phoneField = (text: string) =>
  filledIn(text).check(
    z.overwrite(normalizeIdentifier),
    z.refine(isPhoneNumber, { error: 'Please enter a valid phone number', abort: true }),
  );

export const contactFields = {
  name: filledIn('Please fill in Name'),
  email: emailField('Please fill in Email'),
  phone: phoneField('Please fill in Phone'),
};
