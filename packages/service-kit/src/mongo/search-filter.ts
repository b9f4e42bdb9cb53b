import { typedTerms } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { PersonalHashes } from '../personal-data/personal-data.ts';
import type { NumberSearch } from './number-search.ts';

/**
 * Filters a list by its stored search terms, each typed word being a substring; no condition without a word.
 * @param numbers for records with `numberParts`, which are also found by a part of their number
 * @param hashes for records with `searchHashes`, which are also found by the beginnings of those words
 */
export function searchFilter(
  field: string,
  typed: string,
  numbers?: NumberSearch,
  hashes?: Pick<PersonalHashes, 'hashOf'>,
): Readonly<Record<string, unknown>> {
  const terms = typedTerms(typed);
  const among = (values: readonly unknown[]) => mongoose.trusted({ $in: values });
  const holds = (words: readonly string[]) => {
    const inText = { [field]: among(words.map((word) => new RegExp(RegExp.escape(word)))) };
    return hashes ? { $or: [inText, { searchHashes: among(words.map(hashes.hashOf)) }] } : inText;
  };
  const byText = terms.length === 0 ? {} : { $and: terms.map(holds) };
  const numberParts = numbers?.partsTyped(typed);
  return numberParts === undefined ? byText : { $or: [byText, { numberParts: among(numberParts) }] };
}
