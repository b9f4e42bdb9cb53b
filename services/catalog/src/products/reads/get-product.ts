import type { CachedResponse } from '@kinmel/service-kit';
import { productNotFound } from '../product-not-found.ts';
import type { ProductsContext } from '../products-context.ts';

const open = Buffer.from('{"success":true,"data":');
const close = Buffer.from('}');

/** One product (AAPI-27); at most one database call, none when it was listed before or the answer is kept. */
export function getProduct(context: ProductsContext, id: string): Promise<CachedResponse> {
  const key = id.toLowerCase();
  return context.responses.get(`product ${key}`, async () => {
    const [card] = await context.cards.of([key]);
    if (!card) throw productNotFound();
    return Buffer.concat([open, card, close]);
  });
}
