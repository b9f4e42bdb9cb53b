import type { AnswerOf, listProducts as endpoint, ProductQuery } from '@kinmel/contracts';
import { type BytesAnswer, toMinorUnits } from '@kinmel/service-kit';
import type { SearchQuery } from '../../search/product-search.ts';
import type { ProductsContext } from '../products-context.ts';
import { listAnswer } from './list-answer.ts';

type Answer = AnswerOf<typeof endpoint>;

/** The search query of a filtered, sorted and paged list. */
export const searchQueryOf = ({
  search,
  minPrice,
  maxPrice,
  page,
  limit,
  ...rest
}: ProductQuery): SearchQuery => ({
  ...rest,
  text: search,
  minPriceInMinorUnits: minPrice === undefined ? undefined : toMinorUnits(minPrice),
  maxPriceInMinorUnits: maxPrice === undefined ? undefined : toMinorUnits(maxPrice),
  offset: (page - 1) * limit,
  limit,
});

export const paginationOf = (
  { page, limit }: Pick<ProductQuery, 'page' | 'limit'>,
  total: number,
): Answer['pagination'] => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasPrev: page > 1,
  hasNext: page * limit < total,
});

/** Lists, searches and filters: the index selects, cached cards are shown; one database call for missing cards. */
export async function listProducts(context: ProductsContext, query: ProductQuery): Promise<BytesAnswer> {
  const { page, limit } = query;
  const { ids, total, facets } = await context.search.find(searchQueryOf(query));
  const rest: Omit<Answer, 'success' | 'data'> = {
    pagination: paginationOf({ page, limit }, total),
    facets,
  };
  return listAnswer(await context.cards.of(ids), rest);
}
