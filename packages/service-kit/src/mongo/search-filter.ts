import { typedTerms } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { NumberSearch } from './number-search.ts';

/**
 * Filters a list by its stored search terms, each typed word being a substring; no condition without a word.
 * @param numbers for records with `numberParts`, which are also found by a part of their number
 */
export function searchFilter(field: string, typed: string, numbers?: NumberSearch) {
  const terms = typedTerms(typed);
  const holds = (words: readonly string[]) =>
    mongoose.trusted({ $in: words.map((word) => new RegExp(RegExp.escape(word))) });
  const byText = terms.length === 0 ? {} : { $and: terms.map((words) => ({ [field]: holds(words) })) };
  const numberParts = numbers?.partTyped(typed);
  return numberParts === undefined ? byText : { $or: [byText, { numberParts }] };
}
