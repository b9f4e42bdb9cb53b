import type { AdminProductQuery, listAdminProducts as endpoint } from '@kinmel/contracts';
import { type ContentOf, paginationOf } from '@kinmel/service-kit';
import { adminProductAnswer } from '../product-answer.ts';
import type { ProductsContext } from '../products-context.ts';
import { searchQueryOf } from './list-products.ts';

/** Ids that restrict the list in addition to the filters of the search index; undefined for all. */
export async function idsToList(
  { products }: Pick<ProductsContext, 'products'>,
  { ids, minStock, maxStock }: Pick<AdminProductQuery, 'ids' | 'minStock' | 'maxStock'>,
): Promise<ReadonlySet<string> | undefined> {
  const requestedIds = ids?.map((id) => id.toLowerCase());
  if (minStock === undefined && maxStock === undefined) return requestedIds && new Set(requestedIds);
  const idsInStock = await products.findIdsByStock({
    min: minStock ?? 0,
    max: maxStock ?? Number.MAX_SAFE_INTEGER,
  });
  const byStock = new Set(idsInStock);
  return requestedIds ? new Set(requestedIds.filter((id) => byStock.has(id))) : byStock;
}

/**
 * The staff list with stock and switches. The search index, which has no stock, filters and sorts; the shown products
 * are read uncached: at most two database calls.
 */
export async function listAdminProducts(
  context: ProductsContext,
  query: AdminProductQuery,
): Promise<ContentOf<typeof endpoint>> {
  const ids = await idsToList(context, query);
  const result = await context.search.find({ ...searchQueryOf(query), ids });
  const products = await context.products.findMany(result.ids);
  return {
    data: products.map(adminProductAnswer),
    pagination: paginationOf(query, result.total),
  };
}
