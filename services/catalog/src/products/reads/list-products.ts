import type { AnswerOf, listProducts as endpoint, ProductQuery } from '@kinmel/contracts';
import { type CachedResponse, toMinorUnits } from '@kinmel/service-kit';
import type { SearchQuery } from '../../search/product-search.ts';
import type { ProductsContext } from '../products-context.ts';
import { listJson } from './list-json.ts';

type Answer = AnswerOf<typeof endpoint>;

const sorted = (values: readonly string[] | undefined) => values && [...values].sort();

/** Two addresses that ask the same share one cached response. Whatever the query holds is part of the key. */
const keyOf = (query: ProductQuery): string =>
  `list ${JSON.stringify({
    ...query,
    search: query.search?.toLowerCase() ?? '',
    category: sorted(query.category),
    brand: sorted(query.brand?.map((name) => name.toLowerCase())),
  })}`;

/** What the search index is asked for a list that somebody filtered, sorted and paged. */
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

/** Where a page stands among all that was found. */
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

/**
 * Lists, searches and filters (SIL-09): the index says which, kept cards say what; one database call for the cards
 * that are missing, none when the answer is kept.
 */
export function listProducts(context: ProductsContext, query: ProductQuery): Promise<CachedResponse> {
  return context.responses.get(keyOf(query), async () => {
    const { page, limit } = query;
    const { ids, total, facets } = await context.search.find(searchQueryOf(query));
    const rest: Omit<Answer, 'success' | 'data'> = {
      pagination: paginationOf({ page, limit }, total),
      facets,
    };
    return listJson(await context.cards.of(ids), rest);
  });
}
