import { plainCode, plainLine } from './typed-text.ts';

/** Letters that Unicode does not take apart into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
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

/** Lower case without accents of letters; the vowel signs of Devanagari and other scripts stay. */
const folded = (text: string): string =>
  plainCode(text)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[łđðøıßæœþ]/g, (letter) => plainLetters[letter] ?? letter);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const shortestNumber = 4;

/** Every end of a phone number: it is searched with and without country code, or by its last digits. */
function endsOf(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - shortestNumber + 1) }, (_, from) =>
    digits.slice(from),
  );
}

/** Without country code and trunk zero, if something is left. */
const nationalOf = (digits: string): string => {
  const national = digits.replace(/^(?:00)?977/, '').replace(/^0+/, '');
  return national.length >= 7 ? national : digits;
};

export interface Searched {
  /** Found by the beginnings of their words. */
  readonly texts: readonly string[];
  /** Numbers, references and addresses, found also as a whole and without hyphens. */
  readonly codes?: readonly string[];
  readonly phones?: readonly string[];
}

/** The words by which a record of a list is found; `typedTerms` are their beginnings. */
export function searchTerms({ texts, codes = [], phones = [] }: Searched): string[] {
  const ofCodes = codes.map(folded).flatMap((code) => [
    code,
    code.replaceAll('-', ''),
    // "KM" begins every order number.
    ...wordsOf(code).filter((word) => word !== 'km'),
  ]);
  const ofTexts = texts.flatMap((text) => wordsOf(folded(text)));
  const ofPhones = phones.flatMap((phone) => endsOf(digitsOf(plainCode(phone))));
  return [...new Set([...ofCodes, ...ofTexts, ...ofPhones])].filter(Boolean);
}

const maxTerms = 6;

/**
 * What a typed text asks for: each word has alternatives, one of which must be the beginning of a term, in any order. A
 * word with accents has the one under which older records are stored.
 */
export function typedTerms(text: string): string[][] {
  const typed = folded(text);
  if (typed === '') return [];
  if (/^[+(\d][\d\s()./-]*$/.test(typed) && digitsOf(typed).length >= shortestNumber)
    return [[nationalOf(digitsOf(typed))]];
  const words = (line: string) =>
    line
      .split(/\s+/)
      .flatMap((part) => (/^km-|[\p{L}\p{N}]@/u.test(part) ? [part] : wordsOf(part)))
      .slice(0, maxTerms);
  const asTyped = words(plainLine(text).toLowerCase());
  const terms = words(typed).map((word, index) => [...new Set([word, asTyped[index] ?? word])]);
  // Punctuation alone matches nothing instead of everything.
  return terms.length > 0 ? terms : [[]];
}

/** Whether a list that is filtered in the browser shows a record for a typed text. */
export function isFoundBy(text: string, searched: Searched): boolean {
  const terms = searchTerms(searched);
  return typedTerms(text).every((words) => words.some((word) => terms.some((term) => term.includes(word))));
}
