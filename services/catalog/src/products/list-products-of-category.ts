import type {
  AnswerOf,
  listProductsOfCategory as endpoint,
  ProductCategory,
  ProductSort,
} from '@kinmel/contracts';
import type { ReadyAnswer } from '@kinmel/service-kit';
import { productAnswer } from './product-answer.ts';
import type { ProductsContext } from './products-context.ts';

type Answer = AnswerOf<typeof endpoint>;

/** The call has no pages, so something has to end it; pages that list more ask `GET /api/products` by portions. */
const maxProducts = 1000;

/** All products of exactly the category asked for (API-19, API-21, SIL-26), newest first unless said otherwise. */
export function listProductsOfCategory(
  context: ProductsContext,
  category: ProductCategory,
  sort: ProductSort,
): Promise<ReadyAnswer> {
  return context.answers.get(`category ${category} ${sort}`, async (): Promise<Answer> => {
    const { ids } = await context.search.find({
      categories: [category],
      sort,
      offset: 0,
      limit: maxProducts,
    });
    const products = await context.products.findMany(ids);
    return { success: true, data: products.map(productAnswer) };
  });
}
