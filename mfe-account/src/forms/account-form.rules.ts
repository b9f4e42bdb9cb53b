/** The basic shape x@y.z, as the server checks it. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with an e-mail address; undefined when nothing is. */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required';
  return emailShape.test(email.trim()) ? undefined : 'Invalid email format';
}

/** What is wrong with a password at sign-in; older passwords need not keep today's rule. */
export function passwordError(password: string): string | undefined {
  if (password === '') return 'Password is required';
  return password.length < 6 ? 'Password must be at least 6 characters' : undefined;
}

export const passwordRuleText = 'Password must be at least 6 characters and include letters and numbers.';
export const passwordTooLongText = 'Password must be at most 128 characters.';
export const passwordMismatchText = 'Passwords do not match!';

/** What is wrong with a new password, by the rule that the server has too. */
export function newPasswordError(password: string): string | undefined {
  if (password.length > 128) return passwordTooLongText;
  const keepsRule = password.length >= 6 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  return keepsRule ? undefined : passwordRuleText;
}
