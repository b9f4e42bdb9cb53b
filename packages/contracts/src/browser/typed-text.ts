/**
 * Invisible characters that copied text may contain. The joiners U+200C and U+200D shape Devanagari letters, so names
 * and sentences keep them.
 */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/**
 * The code point of the zero in each script whose digits keyboards of the region produce: Arabic, Persian, Devanagari,
 * Bengali.
 */
const zeros = ['٠', '۰', '०', '০'];

const latinDigit = (digit: string): string => {
  const zero = zeros.findLast((one) => one <= digit) ?? '0';
  return String(digit.charCodeAt(0) - zero.charCodeAt(0));
};

const withLatinDigits = (text: string): string => text.replaceAll(/[०-९০-৯٠-٩۰-۹]/g, latinDigit);

/**
 * Normalises a line of text or a name for storage: composed, without invisible characters, with plain spaces and
 * hyphens.
 */
export const normalizeLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll('\u2011', '-')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .trim();

/**
 * Whether the text has a visible character. Unicode counts combining marks, fillers of Hangul and the blank of Braille
 * as letters or symbols.
 */
export const isVisible = (text: string): boolean =>
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Normalises an identifier, such as a code or a number, to Latin digits and half-width letters. */
export const normalizeIdentifier = (text: string): string =>
  withLatinDigits(normalizeLine(text.normalize('NFKC').replaceAll(/[\u200C\u200D]/g, '')))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/ {2,}/g, ' ');

export const normalizePromoCode = (text: string): string => normalizeIdentifier(text).toUpperCase();

/** Normalises an e-mail address; one in another script keeps the digits of that script. */
export function normalizeEmail(text: string): string {
  const plain = normalizeIdentifier(text).replace(/^mailto:/i, '');
  return /^\p{ASCII}*$/u.test(plain) ? plain : normalizeLine(text);
}

/**
 * Whether a normalised text is a phone number, with or without an extension. Lengths differ by country: a local
 * landline has seven digits, and E.164 allows fifteen.
 */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d\s().,/+-]+(?:(?:ext|x)[.:\s]*\d{1,6})?$/i.test(text) && /^(?:\D*\d){7}/.test(text);
