import { type ProductSnapshot, shopCurrency } from '@kinmel/contracts';
import { variantKey } from '@kinmel/contracts/browser';

/** The part of a product that a phone order needs. A deleted product is a tombstone: `name` is null. */
export interface ProductCopy {
  readonly productId: string;
  readonly version: number;
  readonly name: string | null;
  readonly priceInMinorUnits: number;
  readonly currency: ProductSnapshot['currency'];
  readonly color: string;
  readonly storage: string;
}

/** SR-C1: the copy of a product snapshot. */
export const copyOf = (
  {
    productId,
    name,
    priceInMinorUnits,
    currency,
    specs,
  }: Pick<ProductSnapshot, 'productId' | 'name' | 'priceInMinorUnits' | 'currency' | 'specs'>,
  version: number,
): ProductCopy => ({
  productId,
  version,
  name,
  priceInMinorUnits,
  currency,
  color: specs.color ?? '',
  storage: specs.storage ?? '',
});

/** SR-C2: the tombstone of a deleted product, which makes older events ineffective. */
export const tombstoneOf = (productId: string, version: number): ProductCopy => ({
  productId,
  version,
  name: null,
  priceInMinorUnits: 0,
  currency: shopCurrency,
  color: '',
  storage: '',
});

const isSameVariant = (one: string, two: string) => variantKey(one) === variantKey(two);

/**
 * SR-P2: the price of a model in a color and storage; null when no product matches, or several do at different prices. A
 * product without color or storage matches when no other product matches exactly.
 */
export function priceOfModel(
  copies: readonly ProductCopy[],
  variant: { readonly color: string; readonly storage: string },
): number | null {
  const matches = (copy: ProductCopy, part: 'color' | 'storage') => isSameVariant(copy[part], variant[part]);
  const exactMatches = copies.filter((copy) => matches(copy, 'color') && matches(copy, 'storage'));
  const allows = (copy: ProductCopy, part: 'color' | 'storage') =>
    copy[part].trim() === '' || matches(copy, part);
  const candidates =
    exactMatches.length > 0
      ? exactMatches
      : copies.filter((copy) => allows(copy, 'color') && allows(copy, 'storage'));
  const prices = new Set(candidates.map(({ priceInMinorUnits }) => priceInMinorUnits));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}
