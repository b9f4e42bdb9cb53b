import type { Facets, Policy, Product } from '@kinmel/contracts';
import { emptyProductTexts, policyParts, shopCurrency } from '@kinmel/contracts/browser';
import samples from '../samples/samples.json' with { type: 'json' };

/** A product id by number. */
export const productId = (number: number): string => number.toString(16).padStart(24, '0');

/** A product with fixed values. `id` changes both ids. */
export function aProduct({ id = productId(1), ...changes }: Partial<Product> = {}): Product {
  return {
    ...emptyProductTexts,
    ...(structuredClone(samples.product) as unknown as Product),
    _id: id,
    id,
    ...changes,
  };
}

/** A device for sale: a piece of the first product (decision 82). */
export const aDevice = (
  { id = productId(11), ...changes }: Partial<Product> = {},
  device: Partial<NonNullable<Product['device']>> = {},
) =>
  aProduct({
    id,
    price: 60_000,
    oldPrice: null,
    lowStockCount: 1,
    specs: { storage: '256 GB', color: 'Graphite' },
    device: {
      ofProductId: productId(1),
      grade: 'B',
      batteryHealthPercent: 88,
      passportLink: `/passport/${id}`,
      photos: [],
      ...device,
    },
    ...changes,
  });

/** Products that differ in id and name ("Phone 1", "Phone 2", …). */
export function products(count: number, changes: Partial<Product> = {}): Product[] {
  return Array.from({ length: count }, (_, index) =>
    aProduct({ name: `Phone ${index + 1}`, ...changes, id: productId(index + 1) }),
  );
}

/** The answer of `GET /api/products`; facets are counted unless given. */
export function productListAnswer(
  list: readonly Product[],
  changes: { facets?: Partial<Facets>; total?: number } = {},
) {
  const countValues = (values: readonly string[]) =>
    [...new Set(values)].map((value) => ({ value, count: values.filter((other) => other === value).length }));
  const prices = list.map(({ price }) => price);
  const total = changes.total ?? list.length;
  return {
    success: true as const,
    data: list,
    pagination: {
      page: 1,
      limit: 100,
      total,
      totalPages: Math.ceil(total / 100),
      hasPrev: false,
      hasNext: total > 100,
    },
    facets: {
      category: countValues(list.map(({ category }) => category)),
      brand: countValues(list.map(({ brand }) => brand)),
      price: { min: Math.min(...prices, 1e9), max: Math.max(...prices, 0) },
      inStock: list.filter(({ inStock }) => inStock).length,
      ...changes.facets,
    },
  };
}

type PolicyChanges = {
  readonly [Part in keyof Policy]?: Policy[Part] extends readonly unknown[]
    ? Policy[Part]
    : Partial<Policy[Part]>;
};

/** The policy with the shop's texts and figures. Changes are merged into its parts; a list is replaced. */
export function aPolicy(changes: PolicyChanges = {}): Policy {
  const policy = structuredClone({ version: 1, currency: shopCurrency, ...policyParts, ...samples.policy });
  const changedParts = Object.entries(changes).map(([name, change]) => {
    const part: unknown = policy[name as keyof typeof policy];
    const isPart = typeof change === 'object' && !Array.isArray(change);
    return [name, isPart ? { ...(part as object), ...change } : change];
  });
  return { ...policy, ...Object.fromEntries(changedParts) } as Policy;
}
