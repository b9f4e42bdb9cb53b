import type { AdminProduct, Product } from '@kinmel/contracts';
import { availabilityOf } from '../stock/stock.rules.ts';
import type { ProductState } from './product.rules.ts';
import { answeredFields } from './product-fields.rules.ts';

/** The public view, without stock. */
export function productAnswer(product: ProductState): Product {
  return {
    _id: product.id,
    id: product.id,
    ...answeredFields(product),
    ...availabilityOf(product),
    image: product.image,
    pictures: [...product.pictures],
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    version: product.version,
  };
}

/** The staff view, with stock and switch. */
export function adminProductAnswer(product: ProductState): AdminProduct {
  return { ...productAnswer(product), stock: product.stock, isAvailable: product.isAvailable };
}
