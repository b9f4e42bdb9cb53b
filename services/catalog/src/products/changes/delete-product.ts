import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { type ProductState, productNotFound, removeProduct } from '../product.rules.ts';
import { productEntry } from '../product-answer.ts';
import type { ProductsContext } from '../products-context.ts';
import { eventsOf, productGone } from './product-saved.ts';

const maxTries = 8;

/**
 * Deletes a product and returns it; orders keep their copy. With a version it is refused if another admin has changed
 * the product.
 */
export async function deleteProduct(
  context: ProductsContext,
  id: string,
  version?: number,
  traceparent?: string,
  by?: StaffCall,
): Promise<ProductState> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const product = await context.products.find(id);
    if (!product) throw productNotFound();
    const hasListed = product.hasDevices === true && (await context.products.hasListedDevices(id));
    const decision = removeProduct(product, context.now(), { version }, hasListed);
    const entry = productEntry(by, product, null);
    if (await context.products.remove(product, decision.product, eventsOf(decision, traceparent), entry)) {
      await productGone(context, decision);
      return decision.product;
    }
  }
  throw new ProblemError('conflict', 'This product is being changed by others. Please try again.');
}
