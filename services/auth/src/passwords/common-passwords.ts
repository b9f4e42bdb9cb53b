import { refusal } from '@kinmel/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is sorted by how often a password was found in leaks. */
const refusedCount = 10_000;
const common = new Set(dictionary['passwords-common'].slice(0, refusedCount));

/** AUTH-P6: refuses a new password that strangers try first (ASVS 5.0, V6.2.4), in any case of its letters. */
export function requireUncommonPassword(password: string): void {
  if (common.has(password.normalize('NFC').toLowerCase()))
    throw refusal(
      'password',
      'This is one of the passwords that strangers try first. Please choose another one.',
      'invalid-request',
    );
}
