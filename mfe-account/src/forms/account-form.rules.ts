import { isPhoneNumber, isVisible, normalizeEmail, normalizeIdentifier } from '@kinmel/contracts/browser';

/** The basic shape x@y.z, as on the server. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The error of an e-mail; undefined when valid. */
export function emailError(email: string): string | undefined {
  const plain = normalizeEmail(email);
  if (plain === '') return 'Email is required';
  return emailShape.test(plain) ? undefined : 'Invalid email format';
}

/** The errors of name and phone number, as on the server. */
export const nameError = (name: string): string | undefined =>
  isVisible(name) ? undefined : 'Full name is required';

export const numberError = (number: string): string | undefined =>
  isPhoneNumber(normalizeIdentifier(number)) ? undefined : 'Please enter a valid phone number';

/** The error of a password at sign-in; older passwords need not meet the current rule. */
export function passwordError(password: string): string | undefined {
  if (password === '') return 'Password is required';
  return password.length < 6 ? 'Password must be at least 6 characters' : undefined;
}

export const passwordRuleText = 'Password must be at least 6 characters and include letters and numbers.';
export const passwordTooLongText = 'Password must be at most 128 characters.';
export const passwordMismatchText = 'Passwords do not match!';

/** The error of a new password, by the server's rule. */
export function newPasswordError(password: string): string | undefined {
  if (password.length > 128) return passwordTooLongText;
  const meetsRule = password.length >= 6 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  return meetsRule ? undefined : passwordRuleText;
}
