/**
 * Characters without a shape that copied text brings along. The joiners U+200C and U+200D shape Devanagari letters, so
 * names and sentences keep them.
 */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g;

/** The zeros of digits that keyboards of the region type (Arabic, Persian, Devanagari, Bengali), by code. */
const zeros = ['٠', '۰', '०', '০'];

const latinDigit = (digit: string): string => {
  const zero = zeros.findLast((one) => one <= digit) ?? '0';
  return String(digit.charCodeAt(0) - zero.charCodeAt(0));
};

const withLatinDigits = (text: string): string => text.replaceAll(/[०-९০-৯٠-٩۰-۹]/g, latinDigit);

/** A line of text or a name as it is stored: composed, without invisible characters, with plain spaces and hyphens. */
export const plainLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll('\u2011', '-')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .trim();

/** A text that identifies something, such as a code or a number: also with half-width Latin letters and digits. */
export const plainCode = (text: string): string =>
  withLatinDigits(plainLine(text.normalize('NFKC').replaceAll(/[\u200C\u200D]/g, ''))).replaceAll(
    /[\p{Pd}\u2212]/gu,
    '-',
  );
