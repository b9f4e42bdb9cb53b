import { expect, expectSettled, test } from '../support/journey.ts';
import { addressOf, shopPages } from '../support/pages/shop-pages.ts';
import { deployCopy, retireRemote } from '../support/stack/deploy.ts';

const unused = 'mfe-unused';

test('a remote that no page uses loads no JavaScript (row 16)', async ({ page }) => {
  const pages = [{ path: '/unused', title: 'Unused', firstData: [] }];
  await deployCopy('mfe-cart-checkout', unused, { pages, widgets: [] });
  try {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    for (const shopPage of shopPages.filter(({ name }) =>
      ['home', 'smartphones', 'product'].includes(name),
    )) {
      await page.goto(await addressOf(shopPage), { waitUntil: 'networkidle' });
      await expectSettled(page);
      // Proves that the remote is registered.
      expect(await page.locator('#kinmel-registry').textContent()).toContain(unused);
    }
    expect(requestedPaths.filter((path) => path.startsWith('/remotes/mfe-')).length).toBeGreaterThan(0);
    expect(requestedPaths.filter((path) => path.includes(unused))).toEqual([]);
  } finally {
    await retireRemote(unused);
  }
});
