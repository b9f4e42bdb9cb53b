import type { Product } from '@kinmel/contracts';
import { variantOf } from '../../products/product-answers.rules.ts';

export type TargetProduct = Pick<Product, 'id' | 'name' | 'brand'> & Partial<Pick<Product, 'specs'>>;

export const detailOf = (product: TargetProduct): string =>
  [product.brand, variantOf(product)].filter(Boolean).join(', ');

interface Targets {
  readonly chosen: readonly string[];
  readonly known: ReadonlyMap<string, TargetProduct>;
  readonly found: readonly TargetProduct[];
  /** A search shows only its results. */
  readonly isSearched: boolean;
}

/** The listed products, chosen ones first. Deleted products stay listed so that they can be unticked. */
export function targetsOf({ chosen, known, found, isSearched }: Targets): readonly TargetProduct[] {
  const isChosen = (id: string) => chosen.includes(id);
  const first = isSearched
    ? found.filter(({ id }) => isChosen(id))
    : chosen.map((id) => known.get(id) ?? { id, name: 'Not in the shop any more', brand: id.slice(-6) });
  return [...first, ...found.filter(({ id }) => !isChosen(id))];
}
