import { productIdsPerPage } from '@kinmel/contracts';
import type { CachedResponse } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';

/** The ids of what is in the shop, from the index alone: a sitemap of 50,000 products costs the database nothing. */
export function listProductIds(context: ProductsContext, page: number): Promise<CachedResponse> {
  return context.responses.get(`ids ${page}`, async () => {
    const { ids, total } = await context.search.find({
      sort: 'createdAt_desc',
      offset: (page - 1) * productIdsPerPage,
      limit: productIdsPerPage,
    });
    return Buffer.from(JSON.stringify({ success: true, data: ids, total }));
  });
}
