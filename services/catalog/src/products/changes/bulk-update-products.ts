import type { BodyOf, BulkOutcome, bulkUpdateProducts as endpoint } from '@kinmel/contracts';
import { bulkOutcomes, type CausedBy, type Logger } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';
import { deleteProduct } from './delete-product.ts';
import { updateProduct } from './update-product.ts';

/** Updates each product by its own write at the version that was read (CAT-C17). */
export function bulkUpdateProducts(
  context: ProductsContext,
  { change, products }: BodyOf<typeof endpoint>,
  log: Logger,
  call: CausedBy = {},
): Promise<BulkOutcome[]> {
  return bulkOutcomes(
    products,
    ({ id, version }) =>
      change === 'delete'
        ? deleteProduct(context, id, version, call)
        : updateProduct(context, id, { inStock: change === 'switch-on', version }, call),
    log,
  );
}
