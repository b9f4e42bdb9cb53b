import { plainProductText } from '@kinmel/contracts';

/** Frequent words without meaning for a search. */
const stopWords = new Set(
  'a an and are as at be by for from has have in is it its of on or the that this to with you your'.split(
    ' ',
  ),
);

const units = new Set('gb tb mb mah mp mm hz inch w wh nm nits mhz ghz'.split(' '));

const wordPattern = /[\p{L}\p{N}]+/gu;
const modelWithNumber = /^(\p{L}{3,})(\p{N}+)$/u;
const digitsPattern = /^\p{N}+$/u;

/** Shorter words stay unchanged: "lens" is not a plural. */
const shortestSingular = 4;
const shortestInIes = 7;

/**
 * Normalises plurals: "watches" is "watch", "phones" is "phone". It need not be correct, only consistent; words that
 * end in "ss", "us" or "is" are unchanged.
 */
export function singular(word: string): string {
  const { length } = word;
  if (length <= shortestSingular || word.charCodeAt(length - 1) !== 115) return word;
  if (length >= shortestInIes && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (length - 2 >= shortestSingular && /(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[sui]s$/.test(word) ? word : word.slice(0, -1);
}

/**
 * Normalises indexed and typed texts the same way: `plainProductText`, singular, "256 GB" and "256GB" as one
 * term, "iphone15" as two, no stop words. The text is never used as a pattern.
 */
export function searchTerms(text: string): string[] {
  const terms: string[] = [];
  const wordsOfText = plainProductText(text).match(wordPattern) ?? [];
  for (const word of wordsOfText) {
    const previous = terms.at(-1);
    if (previous !== undefined && units.has(word) && digitsPattern.test(previous)) {
      terms[terms.length - 1] = previous + word;
      continue;
    }
    const [, name, number] = modelWithNumber.exec(word) ?? [];
    if (name !== undefined && number !== undefined) terms.push(name, number);
    else if (!stopWords.has(word)) terms.push(singular(word));
  }
  return terms;
}

/** Numbers name models and must match exactly. */
export function allowedTypos(term: string): number {
  if (term.length < 4 || /^\p{N}/u.test(term)) return 0;
  return term.length < 6 ? 1 : 2;
}
