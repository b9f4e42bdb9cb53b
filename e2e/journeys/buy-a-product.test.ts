import { expect, expectSettled, test } from '../support/journey.ts';
import { aProductOf, productsOf } from '../support/pages/shop-products.ts';

test('from home over a filtered list to the product, the wishlist and the cart, which outlive a reload', async ({
  page,
}) => {
  const header = page.getByRole('banner');
  const main = page.getByRole('main');

  await test.step('home leads to the list', async () => {
    await page.goto('/');
    await main.getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(page).toHaveURL(/\/categories$/);
    await main.getByRole('link', { name: /^Smartphones/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Smartphones' })).toBeVisible();
  });

  const product = await aProductOf();
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

  await test.step('wishlist and cart take it', async () => {
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

  await test.step('both are there after a reload, on their pages too', async () => {
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

test('filters and order live in the address, which a reload and a friend understand @desktop', async ({
  page,
  context,
}) => {
  const phones = await productsOf('smartphone');
  const countOf = (brand: string) => phones.filter((phone) => phone.brand === brand).length;
  // The brand with the most phones of the range, so that there is an order to see.
  const [brand = ''] = phones
    .map((phone) => phone.brand)
    .toSorted((one, other) => countOf(other) - countOf(one));
  const cheapestFirst = phones
    .filter((phone) => phone.brand === brand)
    .toSorted((one, other) => one.price - other.price)
    .map(({ name }) => name);
  const cardNames = () => page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

  await page.goto('/smartphone');
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('checkbox', { name: new RegExp(`^${brand}`) })
    .check();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price, low to high' });
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('brand') === brand && searchParams.get('sort') === 'price_asc',
  );
  await expect.poll(cardNames).toEqual(cheapestFirst);

  await page.reload();
  await expect.poll(cardNames).toEqual(cheapestFirst);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('price_asc');

  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(friend.getByRole('button', { name: `Remove filter ${brand}` })).toBeVisible();
  await expect(friend.getByRole('main').getByRole('article')).toHaveCount(cheapestFirst.length);

  await page.getByRole('button', { name: 'Clear all' }).first().click();
  await expect(page).toHaveURL(/\/smartphone(\?sort=price_asc)?$/);
  await page.goBack();
  await expect.poll(cardNames).toEqual(cheapestFirst);
});

test('a shared product link opens the product for somebody who was never here', async ({ page }) => {
  const product = await aProductOf('laptop');
  const answer = await page.goto(`/productdetails?id=${product.id}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/NPR [\d,]+/)
      .first(),
  ).toBeVisible();
  await expectSettled(page);
});

test('a visitor is offered no way into administration @desktop', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('navigation').first()).toBeAttached();
  await expect(page.getByRole('link', { name: /admin/i })).toHaveCount(0);
  const html = await page.content();
  expect(html).not.toContain('mfe-admin');
});

test('what is left of a product moves nothing in the cart when it is told', async ({ page }) => {
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
