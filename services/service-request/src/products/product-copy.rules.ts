import type { ProductSnapshot } from '@kinmel/contracts';

/** What a phone order needs of a product. A deleted product stays as a tombstone: `name` is null. */
export interface ProductCopy {
  readonly productId: string;
  readonly version: number;
  readonly name: string | null;
  readonly priceInMinorUnits: number;
  readonly color: string;
  readonly storage: string;
}

/** C1: the copy that a product's snapshot of a version gives. */
export const copyOf = (
  {
    productId,
    name,
    priceInMinorUnits,
    specs,
  }: Pick<ProductSnapshot, 'productId' | 'name' | 'priceInMinorUnits' | 'specs'>,
  version: number,
): ProductCopy => ({
  productId,
  version,
  name,
  priceInMinorUnits,
  color: specs.color ?? '',
  storage: specs.storage ?? '',
});

/** C2: what stands for a product that left the shop, so that an older event of it changes nothing. */
export const goneCopy = (productId: string, version: number): ProductCopy => ({
  productId,
  version,
  name: null,
  priceInMinorUnits: 0,
  color: '',
  storage: '',
});

const same = (one: string, two: string) => one.trim().toLowerCase() === two.trim().toLowerCase();

/**
 * P2: the price of one piece of a model in that colour and storage; null when the shop knows no such product, or several at different
 * prices. A product that names no colour or storage counts where no other names the wanted ones.
 */
export function priceOfModel(
  copies: readonly ProductCopy[],
  wanted: { readonly color: string; readonly storage: string },
): number | null {
  const has = (copy: ProductCopy, part: 'color' | 'storage') => same(copy[part], wanted[part]);
  const exact = copies.filter((copy) => has(copy, 'color') && has(copy, 'storage'));
  const fits = (copy: ProductCopy, part: 'color' | 'storage') => copy[part].trim() === '' || has(copy, part);
  const fitting =
    exact.length > 0 ? exact : copies.filter((copy) => fits(copy, 'color') && fits(copy, 'storage'));
  const prices = new Set(fitting.map(({ priceInMinorUnits }) => priceInMinorUnits));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}
