import type { ProductCategory, ProductSort } from '@kinmel/contracts';
import type { BytesAnswer } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';
import { listAnswer } from './list-answer.ts';

/** A limit, as this call has no pages; longer lists use `GET /api/products`. */
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
