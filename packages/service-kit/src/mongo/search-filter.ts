import { typedTerms } from '@kinmel/contracts';
import mongoose from 'mongoose';

/** The filter of a list by a stored text of search terms: each typed word stands somewhere in it. No filter for no word. */
export function searchFilter(field: string, typed: string) {
  const terms = typedTerms(typed);
  const holds = (words: readonly string[]) =>
    mongoose.trusted({ $in: words.map((word) => new RegExp(RegExp.escape(word))) });
  return terms.length === 0 ? {} : { $and: terms.map((words) => ({ [field]: holds(words) })) };
}
