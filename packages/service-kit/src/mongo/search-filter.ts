import { typedTerms } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { PersonalHashes } from '../personal-data/personal-data.ts';
import type { NumberSearch } from './number-search.ts';

/**
 * Filters a list by its stored search terms: each typed word must be a part of one. Without a word there is no
 * condition.
 * @param numbers for records with `numberParts`, which are also found by a part of their number
 * @param hashes for records with `searchHashes`, which are also found by the beginnings of their words
 */
export function searchFilter(
  field: string,
  text: string,
  numbers?: NumberSearch,
  hashes?: Pick<PersonalHashes, 'hashOf'>,
): Readonly<Record<string, unknown>> {
  const terms = typedTerms(text);
  const inValues = (values: readonly unknown[]) => mongoose.trusted({ $in: values });
  const containsAny = (words: readonly string[]) => {
    const inText = { [field]: inValues(words.map((word) => new RegExp(RegExp.escape(word)))) };
    return hashes ? { $or: [inText, { searchHashes: inValues(words.map(hashes.hashOf)) }] } : inText;
  };
  const byText = terms.length === 0 ? {} : { $and: terms.map(containsAny) };
  const numberParts = numbers?.partsTyped(text);
  return numberParts === undefined ? byText : { $or: [byText, { numberParts: inValues(numberParts) }] };
}
