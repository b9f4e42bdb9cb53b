import type { ProductState } from '../products/product.rules.ts';
import { availabilityOf } from '../stock/stock.rules.ts';
import type { SearchEntry } from './product-search.ts';

/** What search is told of a product. */
export function searchEntryOf(product: ProductState): SearchEntry {
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
