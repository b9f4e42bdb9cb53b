import type { Browser, Page } from '@playwright/test';
import { expect, expectSettled, test } from '../support/journey.ts';
import { addressOf, shopPages } from '../support/pages/shop-pages.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { signedUp } from '../support/people/customer.ts';

declare global {
  var renderedHeading: Element | null | undefined;
}

/** Pages that are server-rendered with more than frame and heading. */
const renderedPages = shopPages.filter(({ address }) => !/payment|newsletter|resetpassword/.test(address));

/** Waits until an address is server-rendered: the first request after a start may get an empty page. */
async function untilRendered(page: Page, address: string): Promise<void> {
  await expect
    .poll(async () => (await page.request.get(address)).text(), { message: `${address} is not rendered` })
    .toContain('data-rendered');
}

const withoutScripts = (browser: Browser, page: Page) =>
  browser.newPage({ javaScriptEnabled: false, viewport: page.viewportSize() });

/** Holds back scripts until `release` is called, like a slow network. */
async function holdScripts(page: Page, scripts = /\.js(\?|$)/): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Stores the element of the server-rendered heading. */
const storeRenderedHeading = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      globalThis.renderedHeading = document.querySelector('main h1');
    }),
  );

/** Waits until hydration has started and early input is replayed. */
const untilHydrated = (page: Page) => page.waitForFunction(() => globalThis.kinmelEarlyInput === undefined);

const isHeadingPreserved = (page: Page) => page.evaluate(() => globalThis.renderedHeading?.isConnected);

for (const renderedPage of renderedPages) {
  test(`${renderedPage.name}: hydrates the server-rendered page`, async ({ page, allowErrors }) => {
    const address = await addressOf(renderedPage);
    allowErrors(/status of 404.*\/no-such-page/);
    await untilRendered(page, address);
    // The HTML is cached for all visitors, so it must not contain the link's token.
    if (renderedPage.address.includes('{link}'))
      expect(await (await page.request.get(address)).text()).not.toContain(address.split('/').at(-1));
    await storeRenderedHeading(page);
    // A hydration mismatch is an uncaught error, which fails the test.
    await page.goto(address);
    await untilHydrated(page);
    await expectSettled(page);
    expect(await isHeadingPreserved(page)).toBe(true);
    await test.step('and for a signed-in user with a cart and a wishlist', async () => {
      await signedUp(page);
      const product = await anyProduct();
      await page.evaluate((item) => {
        localStorage.setItem(
          'wishlistItems',
          JSON.stringify([{ ...item, addedAt: '2026-11-22T00:00:00.000Z' }]),
        );
        localStorage.setItem('cartItems', JSON.stringify([{ ...item, quantity: 2, addedAt: 1 }]));
      }, product);
      await page.goto(address);
      await expect(page.getByRole('link', { name: 'Cart 2 items' })).toBeVisible();
      await expectSettled(page);
    });
  });
}

test('campaign parameters do not change the server-rendered page', async ({ page }) => {
  const campaign = 'gad_source=1&srsltid=x&gbraid=x&mc_cid=x&ttclid=x&ref=x';
  const { id } = await anyProduct();
  for (const address of ['/smartphone?inStock=true', `/productdetails?id=${id}`]) {
    await untilRendered(page, address);
    await storeRenderedHeading(page);
    const html = async (path: string) => (await page.request.get(path)).text();
    expect(await html(`${address}&${campaign}`)).toBe(await html(address));
    await page.goto(`${address}&${campaign}`);
    await untilHydrated(page);
    await expectSettled(page);
    expect(await isHeadingPreserved(page)).toBe(true);
  }
});

test('a visitor without JavaScript can search, read a product and open the login page', async ({
  browser,
  page: scripted,
}) => {
  const product = await anyProduct();
  const address = `/productdetails?id=${product.id}`;
  for (const path of ['/', `/search-results?q=${encodeURIComponent(product.name)}`, address, '/login'])
    await untilRendered(scripted, path);
  const page = await withoutScripts(browser, scripted);
  await page.goto('/');
  await page.getByLabel('Search products').fill(product.name);
  await page.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(/\/search-results\?q=/);
  await untilRendered(scripted, new URL(page.url()).pathname + new URL(page.url()).search);
  // The rendering may have expired meanwhile.
  await untilRendered(scripted, address);
  await page.getByRole('main').getByRole('link', { name: product.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(/^NPR/).first()).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main noscript p')).toHaveText('This form needs JavaScript.');
  await page.close();
});

test('clicks on Add to Cart and a heart before the scripts load are not lost', async ({ page }) => {
  const product = await anyProduct();
  const address = `/productdetails?id=${product.id}`;
  await untilRendered(page, address);
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await main
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click();
  release();
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Wishlist 1 / })).toBeVisible();
});

test('a click on a widget that loads late is replayed', async ({ page }) => {
  const product = await anyProduct();
  const address = `/productdetails?id=${product.id}`;
  await untilRendered(page, address);
  const release = await holdScripts(page, /add_to_cart\.\w+\.js/);
  await page.goto(address, { waitUntil: 'commit' });
  const main = page.getByRole('main');
  const tap = (name: RegExp) => main.getByRole('button', { name }).first().click();
  await tap(/wishlist/i);
  // The rest of the page is hydrated.
  await expect(page.getByRole('link', { name: /^Wishlist 1 / })).toBeVisible();
  await tap(/^Add to Cart/);
  release();
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible();
});

test('links and the search work before the scripts have loaded', async ({ page }) => {
  await untilRendered(page, '/categories');
  const release = await holdScripts(page);
  await page.goto('/categories', { waitUntil: 'commit' });
  await page.getByLabel('Search products').fill('galaxy');
  await page.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(/\/search-results\?q=galaxy$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Laptops' }).click();
  await expect(page).toHaveURL(/\/laptops$/);
  release();
  await expectSettled(page);
});

test('form input and a submit from before hydration are not lost', async ({ page, allowErrors }) => {
  allowErrors(/status of 401/);
  await untilRendered(page, '/login');
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong12345');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});

test('a form submitted between hydration and the replay of its input is sent with that input', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  await untilRendered(page, '/login');
  const release = await holdScripts(page);
  const releaseReplay = await holdScripts(page, /early-input/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong12345');
  const replay = page.waitForRequest(/early-input/);
  release();
  await replay;
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  releaseReplay();
  await expect(page.getByRole('alert')).toBeVisible();
});
