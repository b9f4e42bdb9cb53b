import { type AnswerOf, type listProductIds as endpoint, productIdsPerPage } from '@kinmel/contracts';
import type { ProductsContext } from '../products-context.ts';

/** The ids of what is in the shop, from the index alone: a sitemap of 50,000 products costs the database nothing. */
export async function listProductIds(
  context: ProductsContext,
  page: number,
): Promise<AnswerOf<typeof endpoint>> {
  const { ids, total } = await context.search.find({
    sort: 'createdAt_desc',
    offset: (page - 1) * productIdsPerPage,
    limit: productIdsPerPage,
  });
  return { success: true, data: [...ids], total };
}
