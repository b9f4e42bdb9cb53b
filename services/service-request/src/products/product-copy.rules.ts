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
 * P2: the price of one piece of a model; null when the shop knows no such product (CONF-33). Of several products of one name the one
 * of that colour and storage counts; when none of them is it, nobody can say.
 */
export function priceOfModel(
  copies: readonly ProductCopy[],
  { color, storage }: { readonly color: string; readonly storage: string },
): number | null {
  const [first, ...others] = copies;
  if (first === undefined) return null;
  if (others.length === 0) return first.priceInMinorUnits;
  const fitting = copies.filter((copy) => same(copy.color, color) && same(copy.storage, storage));
  const prices = new Set(fitting.map(({ priceInMinorUnits }) => priceInMinorUnits));
  return prices.size === 1 ? ([...prices][0] ?? null) : null;
}
