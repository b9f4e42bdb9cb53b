import { loadPage } from '@kinmel/bench/first-load-bytes';
import { expect, test } from '@playwright/test';
import { addressOf, shopPages } from '../support/pages/shop-pages.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { stackState } from '../support/stack/stack-control.ts';

/** Names of the widgets' files. */
const widgetFile = /__federation_expose_(chat|own_requests|service_links)\./;

test('chat, service links and own requests load nothing until they are used', async ({ page }) => {
  const { urls } = await stackState();
  for (const shopPage of shopPages.filter(({ name }) =>
    ['home', 'smartphones', 'product', 'cart'].includes(name),
  )) {
    const { files } = await loadPage(urls.shop, await addressOf(shopPage));
    expect(
      files.filter(({ path }) => widgetFile.test(path)),
      shopPage.name,
    ).toEqual([]);
  }

  // Proves that the file names match.
  const requestedWidgets: string[] = [];
  page.on('request', (request) => requestedWidgets.push(widgetFile.exec(request.url())?.[1] ?? ''));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog', { name: 'Chat assistant' })).toBeVisible();
  expect(requestedWidgets).toContain('chat');
  await page.goto(`/productdetails?id=${(await anyProduct()).id}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Related products' }).scrollIntoViewIfNeeded();
  await expect.poll(() => requestedWidgets).toContain('service_links');
});
