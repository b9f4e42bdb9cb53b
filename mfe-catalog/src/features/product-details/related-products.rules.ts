import type { Product } from '@kinmel/contracts';
import { isPhone } from '../../products/product-categories.rules.ts';

/** One of the two products that every product page shows. */
export interface FixedProduct {
  readonly name: string;
  readonly brand: string;
  readonly storage: string;
  readonly price: number;
  readonly oldPrice: number;
}

/** In the order in which they are shown. */
export const fixedProducts: readonly FixedProduct[] = [
  { name: 'iPhone 13 Pro', brand: 'Apple', storage: '128 GB', price: 91_500, oldPrice: 131_900 },
  { name: 'iPhone 13 Pro', brand: 'Apple', storage: '128 GB', price: 85_500, oldPrice: 131_900 },
];

/** How many cards the row has. */
const shown = 4;

/**
 * The catalogue's product behind a fixed one, with its picture, stock and id. A catalogue without it leaves the
 * fixed words and prices, and nothing to buy.
 */
function asProduct(fixed: FixedProduct, catalogue: readonly Product[]): Product {
  const found = catalogue.find(({ name, price }) => name === fixed.name && price === fixed.price);
  if (found) return { ...found, oldPrice: fixed.oldPrice };
  const id = `fixed-${fixed.price}`;
  return {
    _id: id,
    id,
    name: fixed.name,
    brand: fixed.brand,
    description: '',
    price: fixed.price,
    oldPrice: fixed.oldPrice,
    category: 'premiumsmartphones',
    featured: false,
    inStock: false,
    lowStockCount: null,
    image: '',
    pictures: [],
    specs: { storage: fixed.storage },
    createdAt: '',
    updatedAt: '',
    version: 1,
  };
}

/**
 * The two fixed products and others of the same category, never the one that the page is about. Beside a phone the fixed ones, which
 * are of its kind, come first; beside anything else its own kind does.
 */
export function relatedProducts(
  current: Product,
  catalogue: readonly Product[],
  sameCategory: readonly Product[],
): Product[] {
  const fixed = fixedProducts.map((product) => asProduct(product, catalogue));
  const taken = new Set([current.id, ...fixed.map(({ id }) => id)]);
  const others = sameCategory.filter(({ id }) => !taken.has(id)).slice(0, shown - fixed.length);
  return isPhone(current) ? [...fixed, ...others] : [...others, ...fixed];
}
