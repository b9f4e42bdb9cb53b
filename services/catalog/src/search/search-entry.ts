import type { ProductState } from '../products/product.rules.ts';
import { availabilityOf } from '../stock/stock.rules.ts';
import type { SearchEntry } from './product-search.ts';

/** The searchable fields; reading only these halves the time of a full read. */
export type SearchedProduct = Pick<
  ProductState,
  | 'id'
  | 'name'
  | 'brand'
  | 'category'
  | 'description'
  | 'priceInMinorUnits'
  | 'oldPriceInMinorUnits'
  | 'isAvailable'
  | 'stock'
  | 'image'
  | 'specs'
  | 'createdAt'
  | 'version'
>;

export function searchEntryOf(product: SearchedProduct): SearchEntry {
  return {
    id: product.id,
    version: product.version,
    name: product.name,
    brand: product.brand,
    category: product.category,
    description: product.description,
    specs: product.specs,
    priceInMinorUnits: product.priceInMinorUnits,
    oldPriceInMinorUnits: product.oldPriceInMinorUnits,
    inStock: availabilityOf(product).inStock,
    image: product.image,
    createdAt: product.createdAt,
  };
}
