import type { ProductState } from '../products/product.rules.ts';
import { availabilityOf } from '../stock/stock.rules.ts';

const entryFields = [
  'id',
  /** An entry is never replaced by an older version. */
  'version',
  'name',
  'brand',
  'category',
  'description',
  'specs',
  'priceInMinorUnits',
  'oldPriceInMinorUnits',
  'image',
  'createdAt',
] as const satisfies readonly (keyof ProductState)[];

/** The fields of a product that an entry needs; reading only these halves the time of a full read. */
export const searchedFields = [...entryFields, 'isAvailable', 'stock', 'device'] as const;

export type SearchedProduct = Pick<ProductState, (typeof searchedFields)[number]>;

/** The fields by which products are searched, filtered, sorted and suggested. */
export type SearchEntry = Pick<ProductState, (typeof entryFields)[number]> & { readonly inStock: boolean };

export function searchEntryOf(product: SearchedProduct): SearchEntry {
  const fields = Object.fromEntries(entryFields.map((name) => [name, product[name]])) as Pick<
    ProductState,
    (typeof entryFields)[number]
  >;
  return { ...fields, inStock: availabilityOf(product).inStock };
}
