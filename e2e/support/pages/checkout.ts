import { expect, type Page } from '@playwright/test';

/** The mail address of the orders placed here. */
export const orderedBy = 'asha@example.com';

/** What a shopper types on the checkout page. */
const delivery = [
  ['Name', 'Asha Rai'],
  ['Email', orderedBy],
  ['Phone', '9800000000'],
  ['Address', 'Lazimpat 1'],
  ['City', 'Kathmandu'],
  ['ZipCode', '44600'],
] as const;

/** Adds a product to the cart from its page. */
export async function putInCart(page: Page, productId: string): Promise<void> {
  await page.goto(`/productdetails?id=${productId}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to Cart!')).toBeVisible();
}

/** Opens the checkout page and fills in the delivery address. */
export async function fillDelivery(page: Page): Promise<void> {
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  for (const [label, text] of delivery) await page.getByLabel(label, { exact: true }).fill(text);
}

export const placeOrderButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Place Order' }).first();
