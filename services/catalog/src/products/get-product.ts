import type { AnswerOf, getProduct as endpoint } from '@kinmel/contracts';
import type { ReadyAnswer } from '@kinmel/service-kit';
import { productAnswer } from './product-answer.ts';
import { productNotFound } from './product-not-found.ts';
import type { ProductsContext } from './products-context.ts';

type Answer = AnswerOf<typeof endpoint>;

/** One product (AAPI-27); at most one database call, none when the answer is kept. */
export function getProduct(context: ProductsContext, id: string): Promise<ReadyAnswer> {
  const key = id.toLowerCase();
  return context.answers.get(`product ${key}`, async (): Promise<Answer> => {
    const product = await context.products.find(key);
    if (!product) throw productNotFound();
    return { success: true, data: productAnswer(product) };
  });
}
