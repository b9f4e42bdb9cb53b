import type { ProductCategory, ProductSort } from '@kinmel/contracts';
import type { BytesAnswer } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';
import { listAnswer } from './list-answer.ts';

/** The call has no pages, so something has to end it; pages that list more ask `GET /api/products` by portions. */
const maxProducts = 1000;

/** All products of exactly the category asked for, newest first unless said otherwise. */
export async function listProductsOfCategory(
  context: ProductsContext,
  category: ProductCategory,
  sort: ProductSort,
): Promise<BytesAnswer> {
  const { ids } = await context.search.find({ category: [category], sort, offset: 0, limit: maxProducts });
  return listAnswer(await context.cards.of(ids));
}
