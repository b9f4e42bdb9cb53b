import type { Product } from '@kinmel/contracts';
import { variantOf } from '../../products/product-answers.rules.ts';

/** A product that an offer can be for. */
export type TargetProduct = Pick<Product, 'id' | 'name' | 'brand'> & Partial<Pick<Product, 'specs'>>;

/** What stands below a product's name. */
export const detailOf = (product: TargetProduct): string =>
  [product.brand, variantOf(product)].filter(Boolean).join(', ');

interface Targets {
  readonly chosen: readonly string[];
  readonly known: ReadonlyMap<string, TargetProduct>;
  readonly found: readonly TargetProduct[];
  /** A search lists what it found alone. */
  readonly isSearched: boolean;
}

/** What is listed: the chosen products first, also those that left the shop, which could not be unticked otherwise. */
export function targetsOf({ chosen, known, found, isSearched }: Targets): readonly TargetProduct[] {
  const isChosen = (id: string) => chosen.includes(id);
  const first = isSearched
    ? found.filter(({ id }) => isChosen(id))
    : chosen.map((id) => known.get(id) ?? { id, name: 'Not in the shop any more', brand: id.slice(-6) });
  return [...first, ...found.filter(({ id }) => !isChosen(id))];
}
