import { type CausedBy, changeRecord } from '@kinmel/service-kit';
import { type ProductState, removeProduct } from '../product.rules.ts';
import { productEntry } from '../product-answer.ts';
import type { ProductsContext } from '../products-context.ts';
import { eventsOf, findProduct, productGone, productIsBusy } from './product-saved.ts';

/**
 * Deletes a product and returns it; orders keep their copy. With a version it is refused if another admin has changed
 * the product.
 */
export async function deleteProduct(
  context: ProductsContext,
  id: string,
  version?: number,
  call: CausedBy = {},
): Promise<ProductState> {
  const { decision } = await changeRecord({
    read: () => findProduct(context, id),
    async decide(product) {
      const hasListedDevices = product.hasDevices === true && (await context.products.hasListedDevices(id));
      return removeProduct(product, context.now(), { version }, hasListedDevices);
    },
    save: (product, removal) =>
      context.products.remove(
        product,
        removal.product,
        eventsOf(removal, call),
        productEntry(call.staff, product, null),
      ),
    busy: productIsBusy,
  });
  await productGone(context, decision);
  return decision.product;
}
