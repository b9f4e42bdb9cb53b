import type { BodyOf, BulkOutcome, bulkUpdateProducts as endpoint } from '@kinmel/contracts';
import { bulkOutcomes, type Logger, type StaffCall } from '@kinmel/service-kit';
import type { ProductsContext } from '../products-context.ts';
import { deleteProduct } from './delete-product.ts';
import { updateProduct } from './update-product.ts';

/** Updates each product by its own write at the version that was read (C17). */
export function bulkUpdateProducts(
  context: ProductsContext,
  { change, products }: BodyOf<typeof endpoint>,
  log: Logger,
  traceparent?: string,
  by?: StaffCall,
): Promise<BulkOutcome[]> {
  return bulkOutcomes(
    products,
    ({ id, version }) =>
      change === 'delete'
        ? deleteProduct(context, id, version, traceparent, by)
        : updateProduct(context, id, { inStock: change === 'switch-on', version }, traceparent, by),
    log,
  );
}
