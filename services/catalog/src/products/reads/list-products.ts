import {
  type listProducts as endpoint,
  type listProductIds as idsEndpoint,
  type ProductCategory,
  type ProductQuery,
  type ProductSort,
  productIdsPerPage,
} from '@kinmel/contracts';
import { BytesAnswer, type ContentOf, paginationOf, toMinorUnits } from '@kinmel/service-kit';
import type { SearchQuery } from '../../search/product-search.ts';
import { productNotFound } from '../product.rules.ts';
import type { ProductsContext } from '../products-context.ts';

type Answer = ContentOf<typeof endpoint>;

/** The search query of a filtered, sorted and paged list. */
export const searchQueryOf = ({
  search,
  minPrice,
  maxPrice,
  page,
  limit,
  ...filters
}: ProductQuery): SearchQuery => ({
  ...filters,
  text: search,
  minPriceInMinorUnits: minPrice === undefined ? undefined : toMinorUnits(minPrice),
  maxPriceInMinorUnits: maxPrice === undefined ? undefined : toMinorUnits(maxPrice),
  offset: (page - 1) * limit,
  limit,
});

/** Lists, searches and filters: the index selects, cached cards are shown; one database call for missing cards. */
export async function listProducts(context: ProductsContext, query: ProductQuery): Promise<BytesAnswer> {
  const { ids, total, facets } = await context.search.find(searchQueryOf(query));
  const otherFields: Omit<Answer, 'success' | 'data'> = { pagination: paginationOf(query, total), facets };
  return listAnswer(await context.cards.of(ids), otherFields);
}

/** This call has no pages, so it has a limit; longer lists use `GET /api/products`. */
const maxProducts = 1000;

/** All products of one category, newest first by default. */
export async function listProductsOfCategory(
  context: ProductsContext,
  category: ProductCategory,
  sort: ProductSort,
): Promise<BytesAnswer> {
  const { ids } = await context.search.find({ category: [category], sort, offset: 0, limit: maxProducts });
  return listAnswer(await context.cards.of(ids));
}

/** All ids, from the index without a database call, for sitemaps. */
export async function listProductIds(
  context: ProductsContext,
  page: number,
): Promise<ContentOf<typeof idsEndpoint>> {
  const { ids, total } = await context.search.find({
    sort: 'createdAt_desc',
    offset: (page - 1) * productIdsPerPage,
    limit: productIdsPerPage,
  });
  return { data: [...ids], total };
}

/** The products with these ids, for lists that the browser stores. */
export const listChosenProducts = async (
  context: ProductsContext,
  ids: readonly string[],
): Promise<BytesAnswer> => listAnswer(await context.cards.of(ids.map((id) => id.toLowerCase())));

/** One product by at most one database call; none when it is cached. */
export async function getProduct(context: ProductsContext, id: string): Promise<BytesAnswer> {
  const [card] = await context.cards.of([id.toLowerCase()]);
  if (!card) throw productNotFound();
  return new BytesAnswer(Buffer.concat([Buffer.from('{"success":true,"data":'), card, Buffer.from('}')]));
}

/** Concatenates the cached JSON of products and the other fields of the answer. */
function listAnswer(
  cards: readonly Buffer[],
  otherFields: Readonly<Record<string, unknown>> = {},
): BytesAnswer {
  const tail = Object.keys(otherFields).length === 0 ? '}' : `,${JSON.stringify(otherFields).slice(1)}`;
  const items = cards.flatMap((card, index) => (index === 0 ? [card] : [Buffer.from(','), card]));
  return new BytesAnswer(
    Buffer.concat([Buffer.from('{"success":true,"data":['), ...items, Buffer.from(`]${tail}`)]),
  );
}
