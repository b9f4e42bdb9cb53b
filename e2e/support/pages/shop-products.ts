import type { Product } from '@kinmel/contracts';
import { stackState } from '../stack/stack-control.ts';

/** The products of a category, newest first. */
export async function productsOf(category: string): Promise<readonly Product[]> {
  const { urls } = await stackState();
  const response = await fetch(`${urls.shop}/api/products?category=${category}`);
  if (!response.ok) throw new Error(`The list of ${category} was answered with ${response.status}`);
  const { data }: { data: Product[] } = await response.json();
  return data;
}

/** A buyable product, always the same sample product: the first by name. */
export async function anyProduct(category = 'smartphone'): Promise<Product> {
  const product = (await productsOf(category))
    .filter(({ inStock }) => inStock)
    .toSorted((one, other) => one.name.localeCompare(other.name))[0];
  if (product === undefined) throw new Error(`No product of ${category} is in stock`);
  return product;
}
