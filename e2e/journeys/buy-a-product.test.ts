import { expect, expectSettled, test } from '../support/journey.ts';
import { anyProduct, productsOf } from '../support/pages/shop-products.ts';

test('a visitor goes from home to a product, wishlist and cart, which survive a reload', async ({ page }) => {
  const header = page.getByRole('banner');
  const main = page.getByRole('main');

  await test.step('home leads to the list', async () => {
    await page.goto('/');
    await main.getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(page).toHaveURL(/\/categories$/);
    await main.getByRole('link', { name: /^Smartphones/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Smartphones' })).toBeVisible();
  });

  const product = await anyProduct();
  await test.step('the product opens with its own address', async () => {
    await main.getByRole('link', { name: product.name }).first().click();
    await expect(page).toHaveURL(`/productdetails?id=${product.id}`);
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  });

  await test.step('the address can be reloaded', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${product.name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  });

  await test.step('it is added to wishlist and cart', async () => {
    await main
      .getByRole('button', { name: `Add ${product.name} to wishlist` })
      .first()
      .click();
    await expect(page.getByText('Added to Wishlist!')).toBeVisible();
    await main.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByText('Added to Cart!')).toBeVisible();
    await expect(header.getByRole('link', { name: 'Wishlist 1 product', exact: true })).toBeVisible();
    await expect(header.getByRole('link', { name: 'Cart 1 item', exact: true })).toBeVisible();
  });

  await test.step('both still have it after a reload, also on their pages', async () => {
    await page.reload();
    await expect(header.getByRole('link', { name: /^Wishlist/ })).toContainText('1');
    await header.getByRole('link', { name: /^Wishlist/ }).click();
    await expect(main.getByRole('link', { name: product.name })).toBeVisible();
    await header.getByRole('link', { name: /^Cart/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your Shopping Cart' })).toBeVisible();
    await expect(main.getByRole('link', { name: product.name })).toBeVisible();
    await main.getByRole('button', { name: `Increase quantity of ${product.name}` }).click();
    await expect(header.getByRole('link', { name: /^Cart/ })).toContainText('2');
  });
});

test('showing the remaining stock does not shift the cart', async ({ page }) => {
  const scarce = (await productsOf('smartphone')).find(({ lowStockCount }) => lowStockCount);
  if (!scarce) throw new Error('No smartphone of the sample data is low in stock');
  await page.goto(`/productdetails?id=${scarce.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to Cart!')).toBeVisible();
  const check = Promise.withResolvers<void>();
  await page.route('**/api/checkout-orders/quote', async (route) => {
    await check.promise;
    await route.continue();
  });
  await page.goto('/cart');
  await expectSettled(page);
  const row = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem').first();
  const boxes = () =>
    row.evaluate((line) =>
      [line, ...line.querySelectorAll('p')]
        .filter(({ textContent }) => !/^Only \d left$/.test(textContent))
        .map((part) => JSON.stringify(part.getBoundingClientRect())),
    );
  const before = await boxes();
  check.resolve();
  await expect(row.getByText(/^Only \d left$/)).toBeVisible();
  expect(await boxes()).toEqual(before);
});
