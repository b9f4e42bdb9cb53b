import { recordRequests } from '@kinmel/testing/browser';
import { expect, test } from '../support/journey.ts';
import { aProductOf } from '../support/pages/shop-products.ts';

const mostToPicture = 3;
const mostToAddToCart = 4;

test(`the product's picture stands at most ${mostToPicture} dependent requests from the address, a working Add to Cart ${mostToAddToCart} (row 14)`, async ({
  page,
}, testInfo) => {
  const { id } = await aProductOf();
  const graph = await recordRequests(page);
  await page.goto(`/productdetails?id=${id}`);
  const button = page.getByRole('main').locator('[data-widget="mfe-cart-checkout/add-to-cart"]');
  await expect(button.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
  await expect
    .poll(() =>
      page
        .locator('main img[fetchpriority="high"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  const untilThen = graph.requests();
  await button.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to Cart!')).toBeVisible();
  const shown = await page
    .locator('main img[fetchpriority="high"]')
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);

  const picture = untilThen.find(({ url }) => url === shown);
  const code = untilThen.filter(
    ({ type, url }) => type === 'Script' || type === 'Fetch' || url.endsWith('.css') || url.endsWith('.js'),
  );
  const furthest = Math.max(...code.map(({ stage }) => stage));
  const figures = `picture: ${picture?.stage} stages, add to cart: ${furthest} stages`;
  testInfo.annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect(picture?.stage, `${shown} was requested`).toBeDefined();
  expect(picture?.stage ?? Infinity).toBeLessThanOrEqual(mostToPicture);
  expect(
    code.filter(({ stage }) => stage > mostToAddToCart),
    'code that comes later than it may',
  ).toEqual([]);
});
