import type { Product } from '@kinmel/contracts';
import { emptyProductTexts, shopCurrency } from '@kinmel/contracts/browser';
import { isPhone } from '../../products/product-categories.rules.ts';

/** One of the two products shown on every product page. */
export interface FixedProduct {
  readonly name: string;
  readonly brand: string;
  readonly storage: string;
  readonly price: number;
  readonly oldPrice: number;
}

/** In display order. */
export const fixedProducts: readonly FixedProduct[] = [
  { name: 'iPhone 13 Pro', brand: 'Apple', storage: '128 GB', price: 91_500, oldPrice: 131_900 },
  { name: 'iPhone 13 Pro', brand: 'Apple', storage: '128 GB', price: 85_500, oldPrice: 131_900 },
];

/** Number of cards. */
const cardCount = 4;

/**
 * The catalogue's product for a fixed one, with picture, stock and id. Without it, name and prices are shown and it
 * cannot be bought.
 */
function productOf(fixed: FixedProduct, catalogue: readonly Product[]): Product {
  const match = catalogue.find(({ name, price }) => name === fixed.name && price === fixed.price);
  if (match) return { ...match, oldPrice: fixed.oldPrice };
  const id = `fixed-${fixed.price}`;
  return {
    _id: id,
    id,
    ...emptyProductTexts,
    name: fixed.name,
    brand: fixed.brand,
    price: fixed.price,
    oldPrice: fixed.oldPrice,
    currency: shopCurrency,
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
 * The two fixed products and others of the same category, without the current product. On a phone's page the fixed
 * phones come first, otherwise the products of the same category.
 */
export function relatedProducts(
  current: Product,
  catalogue: readonly Product[],
  sameCategory: readonly Product[],
): Product[] {
  const fixed = fixedProducts.map((product) => productOf(product, catalogue));
  const excludedIds = new Set([current.id, ...fixed.map(({ id }) => id)]);
  const others = sameCategory.filter(({ id }) => !excludedIds.has(id)).slice(0, cardCount - fixed.length);
  return isPhone(current) ? [...fixed, ...others] : [...others, ...fixed];
}
