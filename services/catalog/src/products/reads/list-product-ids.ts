import { type AnswerOf, type listProductIds as endpoint, productIdsPerPage } from '@kinmel/contracts';
import type { ProductsContext } from '../products-context.ts';

/** All ids from the index, without a database call, for sitemaps. */
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
