import type { AnswerOf, suggestProducts as endpoint } from '@kinmel/contracts';
import type { ProductSearch } from './product-search.ts';

export interface SearchContext {
  readonly search: ProductSearch;
}

/** Suggestions while typing, without a database call. */
export async function suggestProducts(
  { search }: SearchContext,
  typed: string,
): Promise<AnswerOf<typeof endpoint>> {
  return { success: true, data: await search.suggest(typed.toLowerCase()) };
}
