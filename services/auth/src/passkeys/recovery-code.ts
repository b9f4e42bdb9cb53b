import { randomInt } from 'node:crypto';
import { hashOf } from '../sessions/tokens/refresh-token.ts';

const codesPerAccount = 10;
/** Crockford's Base32 digits, of which none resembles another. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits, so that a plain hash resists brute force, and no limit per account is needed. */
const digitsPerCode = 16;

/** Ten codes as people read them, `7K3M-0QX2-…`, and their hashes, which are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: codesPerAccount }, () =>
    Array.from({ length: digitsPerCode }, () => digits[randomInt(digits.length)])
      .join('')
      .replaceAll(/.{4}(?!$)/g, '$&-'),
  );
  return { codes, hashes: codes.map(recoveryCodeHash) };
}

/** The hash of a code in any spelling: dashes and case are ignored, O counts as 0, and I or L as 1. */
export const recoveryCodeHash = (code: string): string =>
  hashOf(
    `recovery code ${code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1')}`,
  );
