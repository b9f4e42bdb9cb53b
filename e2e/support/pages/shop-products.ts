import type { CheckedCart, Product } from '@kinmel/contracts';
import { expect } from '@playwright/test';
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
export async function aProductOf(category = 'smartphone'): Promise<Product> {
  const found = (await productsOf(category))
    .filter(({ inStock }) => inStock)
    .toSorted((one, other) => one.name.localeCompare(other.name))[0];
  if (found === undefined) throw new Error(`No product of ${category} is in stock`);
  return found;
}

/** Waits until orders use this price, in major units: the order service hears of a change a moment later. */
export async function untilOrderAsks(productId: string, price: number): Promise<void> {
  const { urls } = await stackState();
  await expect
    .poll(async () => {
      const answer = await fetch(`${urls.shop}/api/checkout-orders/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ products: [{ productId, quantity: 1 }], promoCode: null }),
      });
      const { data }: { data?: CheckedCart } = await answer.json();
      return data?.products[0]?.price;
    })
    .toBe(price);
}
