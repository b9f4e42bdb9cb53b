import type { AnswerOf, listProducts as endpoint, ProductQuery } from '@kinmel/contracts';
import { type CachedResponse, toMinorUnits } from '@kinmel/service-kit';
import type { SearchQuery } from '../../search/product-search.ts';
import type { ProductsContext } from '../products-context.ts';
import { listJson } from './list-json.ts';

type Answer = AnswerOf<typeof endpoint>;

const sorted = (values: readonly string[] | undefined) => values && [...values].sort();

/** Two addresses that ask the same share one cached response. */
function keyOf({ search, category, brand, ...rest }: ProductQuery): string {
  return `list ${JSON.stringify([
    search?.toLowerCase() ?? '',
    sorted(category),
    sorted(brand?.map((name) => name.toLowerCase())),
    rest.minPrice,
    rest.maxPrice,
    rest.inStock,
    rest.sort,
    rest.page,
    rest.limit,
  ])}`;
}

/** What the search index is asked for a list that somebody filtered, sorted and paged. */
export const searchQueryOf = (query: ProductQuery): SearchQuery => ({
  text: query.search,
  categories: query.category,
  brands: query.brand,
  minPriceInMinorUnits: query.minPrice === undefined ? undefined : toMinorUnits(query.minPrice),
  maxPriceInMinorUnits: query.maxPrice === undefined ? undefined : toMinorUnits(query.maxPrice),
  inStock: query.inStock,
  sort: query.sort,
  offset: (query.page - 1) * query.limit,
  limit: query.limit,
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
