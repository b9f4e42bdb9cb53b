import { loadPage } from '@kinmel/bench/first-load-bytes';
import { expect, test } from '@playwright/test';
import { anyProduct } from '../support/pages/shop-products.ts';
import { stackState } from '../support/stack/stack-control.ts';

const maxAddedBytes = 30 * 1024;

test('cart and checkout add at most 30 KB of JavaScript and CSS to the home page', async () => {
  const { urls } = await stackState();
  const home = await loadPage(urls.shop, '/');
  const homePaths = new Set(home.files.map(({ path }) => path));
  for (const path of ['/cart', '/checkout']) {
    const { files } = await loadPage(urls.shop, path);
    const addedFiles = files.filter(
      (file) => file.path.includes('/mfe-cart-checkout/') && !homePaths.has(file.path),
    );
    const bytes = addedFiles.reduce((sum, file) => sum + file.bytes, 0);
    test.info().annotations.push({ type: 'figures', description: `${path} adds ${bytes} bytes` });
    expect(bytes, `${path} has a page of its own`).toBeGreaterThan(1000);
    expect(bytes, path).toBeLessThanOrEqual(maxAddedBytes);
    expect(home.files.some((file) => addedFiles.some((one) => one.path === file.path))).toBe(false);
  }
});

test('Add to Cart updates the badge without a request (row 18)', async ({ page }) => {
  const { id } = await anyProduct();
  await page.goto(`/productdetails?id=${id}`);
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first();
  await expect(button).toBeEnabled();
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await button.click();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toContainText('1');
  expect(requests).toEqual([]);
});
