import type { AnswerOf, suggestProducts as endpoint } from '@kinmel/contracts';
import type { CachedResponse, ResponseCache } from '@kinmel/service-kit';
import type { ProductSearch } from './product-search.ts';

type Answer = AnswerOf<typeof endpoint>;

export interface SearchContext {
  readonly search: ProductSearch;
  readonly responses: ResponseCache;
}

/** What a shopper may mean while typing; needs no database call. */
export function suggestProducts(
  { search, responses }: SearchContext,
  typed: string,
): Promise<CachedResponse> {
  const text = typed.toLowerCase();
  return responses.get(
    `suggest ${text}`,
    async (): Promise<Answer> => ({ success: true, data: await search.suggest(text) }),
  );
}
