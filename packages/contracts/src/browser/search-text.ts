import { normalizeIdentifier, normalizeLine } from './typed-text.ts';

/** Letters that Unicode normalisation does not decompose into a letter and an accent. */
const asciiLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Lower case with the accents removed; vowel signs of Devanagari and other scripts stay. */
const foldText = (text: string): string =>
  normalizeIdentifier(text)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[łđðøıßæœþ]/g, (letter) => asciiLetters[letter] ?? letter);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const minNumberLength = 4;

/** All endings of a phone number, which people search with and without country code, or by its last digits. */
function suffixesOf(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - minNumberLength + 1) }, (_, from) =>
    digits.slice(from),
  );
}

/** Drops country code and trunk zero, unless fewer than seven digits would be left. */
const nationalOf = (digits: string): string => {
  const national = digits.replace(/^(?:00)?977/, '').replace(/^0+/, '');
  return national.length >= 7 ? national : digits;
};

export interface Searched {
  /** Texts that are found by the beginnings of their words. */
  readonly texts: readonly string[];
  /** Numbers, references and addresses, which are also found as a whole and without hyphens. */
  readonly codes?: readonly string[];
  readonly phones?: readonly string[];
}

/** The index terms of a record; the terms of `typedTerms` are matched as their prefixes. */
export function searchTerms({ texts, codes = [], phones = [] }: Searched): string[] {
  const codeTerms = codes.map(foldText).flatMap((code) => [
    code,
    code.replaceAll('-', ''),
    // "KM" begins every order number.
    ...wordsOf(code).filter((word) => word !== 'km'),
  ]);
  const textTerms = texts.flatMap((text) => wordsOf(foldText(text)));
  const phoneTerms = phones.flatMap((phone) => suffixesOf(digitsOf(normalizeIdentifier(phone))));
  return [...new Set([...codeTerms, ...textTerms, ...phoneTerms])].filter(Boolean);
}

const maxTerms = 6;

/**
 * Parses a search: for each word a list of alternatives, one of which must be a prefix of a term. The order does not
 * matter. A word with accents also matches the form in which older records are stored.
 */
export function typedTerms(text: string): string[][] {
  const typed = foldText(text);
  if (typed === '') return [];
  if (/^[+(\d][\d\s()./-]*$/.test(typed) && digitsOf(typed).length >= minNumberLength)
    return [[nationalOf(digitsOf(typed))]];
  const words = (line: string) =>
    line
      .split(/\s+/)
      .flatMap((part) => (/^km-|[\p{L}\p{N}]@/u.test(part) ? [part] : wordsOf(part)))
      .slice(0, maxTerms);
  const asTyped = words(normalizeLine(text).toLowerCase());
  const terms = words(typed).map((word, index) => [...new Set([word, asTyped[index] ?? word])]);
  // Punctuation alone matches nothing instead of everything.
  return terms.length > 0 ? terms : [[]];
}

/** Whether a record matches a search, for lists that are filtered in the browser. */
export function isFoundBy(text: string, searched: Searched): boolean {
  const terms = searchTerms(searched);
  return typedTerms(text).every((words) => words.some((word) => terms.some((term) => term.includes(word))));
}
