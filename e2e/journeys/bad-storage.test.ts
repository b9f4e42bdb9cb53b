import { expect, test } from '../support/journey.ts';
import { aProductOf } from '../support/pages/shop-products.ts';

/** What a browser may hold after a half-written page, an old version of the shop, or somebody's hand. */
const bad = ['{"half', '42', '[{"id":null}]'];

test('what is spoiled in the storage of the browser starts empty, each key alone, and the rest stays @desktop', async ({
  page,
}) => {
  const product = await aProductOf();
  const header = page.getByRole('banner');
  const wishlist = header.getByRole('link', { name: /^Wishlist/ });
  const cart = header.getByRole('link', { name: /^Cart/ });
  await page.goto(`/productdetails?id=${product.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add ${product.name} to wishlist` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cart).toContainText('1');
  await expect(wishlist).toContainText('1');
  const whole: Record<string, string> = Object.fromEntries(
    await page.evaluate(() => Object.entries(localStorage)),
  );
  expect(Object.keys(whole)).toEqual(expect.arrayContaining(['cart', 'cartItems', 'wishlistItems']));

  const load = async (stored: Record<string, string>) => {
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
  };

  for (const value of bad) {
    await test.step(`wishlistItems = ${value}`, async () => {
      await load({ ...whole, wishlistItems: value });
      await expect(cart).toContainText('1');
      await expect(wishlist).not.toContainText('1');
    });
    await test.step(`cartItems = ${value}`, async () => {
      await load({ ...whole, cartItems: value });
      await expect(wishlist).toContainText('1');
      await expect(cart).not.toContainText('1');
    });
    await test.step(`cart = ${value}`, async () => {
      await load({ ...whole, cart: value });
      await expect(cart).toContainText('1');
      await expect(wishlist).toContainText('1');
    });
  }

  await test.step('a spoiled cart can be filled again', async () => {
    await load({ ...whole, cartItems: '{"half' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(cart).toContainText('1');
  });
});
