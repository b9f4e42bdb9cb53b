/** The basic shape x@y.z, as on the server. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The error of an e-mail; undefined when valid. */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required';
  return emailShape.test(email.trim()) ? undefined : 'Invalid email format';
}

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
