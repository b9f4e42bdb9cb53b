import { BytesAnswer } from '@kinmel/service-kit';
import { productNotFound } from '../product-not-found.ts';
import type { ProductsContext } from '../products-context.ts';

const open = Buffer.from('{"success":true,"data":');
const close = Buffer.from('}');

/** One product by at most one database call; none when it is cached. */
export async function getProduct(context: ProductsContext, id: string): Promise<BytesAnswer> {
  const [card] = await context.cards.of([id.toLowerCase()]);
  if (!card) throw productNotFound();
  return new BytesAnswer(Buffer.concat([open, card, close]));
}
