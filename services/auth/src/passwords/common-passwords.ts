import { refusal } from '@kinmel/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is sorted by how often a password was found in leaks. */
const refusedCount = 10_000;
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, refusedCount));

/** AUTH-P6: refuses a new password that attackers try first (ASVS 5.0, V6.2.4), ignoring case. */
export function requireUncommonPassword(password: string): void {
  if (commonPasswords.has(password.normalize('NFC').toLowerCase()))
    throw refusal(
      'password',
      'This is one of the passwords that strangers try first. Please choose another one.',
      'invalid-request',
    );
}
