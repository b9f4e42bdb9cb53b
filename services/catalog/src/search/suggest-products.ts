import type { AnswerOf, suggestProducts as endpoint } from '@kinmel/contracts';
import type { ReadyAnswer, ReadyAnswers } from '@kinmel/service-kit';
import type { ProductSearch } from './product-search.ts';

type Answer = AnswerOf<typeof endpoint>;

export interface SearchContext {
  readonly search: ProductSearch;
  readonly answers: ReadyAnswers;
}

/** What a shopper may mean while typing; needs no database call. */
export function suggestProducts({ search, answers }: SearchContext, typed: string): Promise<ReadyAnswer> {
  const text = typed.toLowerCase();
  return answers.get(
    `suggest ${text}`,
    async (): Promise<Answer> => ({ success: true, data: await search.suggest(text) }),
  );
}
