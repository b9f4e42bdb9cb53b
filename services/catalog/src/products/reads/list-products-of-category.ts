import type { ProductCategory, ProductSort } from '@kinmel/contracts';
import type { CachedResponse } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';
import { listJson } from './list-json.ts';

/** The call has no pages, so something has to end it; pages that list more ask `GET /api/products` by portions. */
const maxProducts = 1000;

/** All products of exactly the category asked for (API-19, API-21, SIL-26), newest first unless said otherwise. */
export function listProductsOfCategory(
  context: ProductsContext,
  category: ProductCategory,
  sort: ProductSort,
): Promise<CachedResponse> {
  return context.responses.get(`category ${category} ${sort}`, async () => {
    const { ids } = await context.search.find({
      category: [category],
      sort,
      offset: 0,
      limit: maxProducts,
    });
    return listJson(await context.cards.of(ids));
  });
}
