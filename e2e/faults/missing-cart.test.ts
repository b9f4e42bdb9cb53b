import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { withChangedFiles, withoutRemoteFolder } from '../support/stack/deploy.ts';

const cart = 'mfe-cart-checkout';
const errorText = 'This part of the page is not available right now.';

/** Browser errors about files of the cart's remote. */
const aboutTheCart =
  /remotes\/mfe-cart-checkout|RemoteLoadError: mfe-cart-checkout|did not load|integrity|RUNTIME-00|Federation|ScriptExternalLoadError|ChunkLoadError|ERR_FAILED/;

const buyFallback = (page: Page) => page.getByRole('main').getByText(errorText).first();

/** Product, price and wishlist work without the cart. */
async function expectTheRestSells(page: Page): Promise<void> {
  const { name } = await anyProduct();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/NPR [\d,]+/)
      .first(),
  ).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add ${name} to wishlist` })
    .first()
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Wishlist/ })).toContainText('1');
}

async function expectRecoveryByRetry(page: Page): Promise<void> {
  // The page is not reloaded.
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to Cart!')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
}

// React re-renders a server-rendered widget whose code did not load.
test.beforeEach(({ allowErrors }) => {
  allowErrors(aboutTheCart);
  allowErrors(/^uncaught: Minified React error #422;/);
});

test('missing: an error is shown in its place, the rest of the shop works, and Retry recovers', async ({
  page,
  allowErrors,
}) => {
  // axe inlines stylesheets that it cannot read; the content security policy refuses it.
  allowErrors(/Applying inline style violates .* \(\)$/);
  const { id } = await anyProduct();
  await withoutRemoteFolder(cart, async (putBack) => {
    await page.goto(`/productdetails?id=${id}`);
    await expect(buyFallback(page)).toBeVisible();
    await expectTheRestSells(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    await expect(buyFallback(page)).toBeVisible();
    await page.goBack();
    await expect(buyFallback(page)).toBeVisible();
    await putBack();
    await expectRecoveryByRetry(page);
  });
});

test('missing: the error in a product card on a phone is no higher than the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const heightOfCard = async () => (await page.getByRole('article').first().boundingBox())?.height ?? 0;
  await page.goto('/smartphone');
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
  const normalHeight = await heightOfCard();
  await page.route(`**/remotes/${cart}/**`, (route) => route.abort());
  await page.goto('/smartphone');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  expect(await heightOfCard()).toBeLessThanOrEqual(normalHeight + 2);
});

test('hanging: the error is shown after the deadline, and Retry does not wait for the hanging request', async ({
  page,
}) => {
  const { id } = await anyProduct();
  await page.clock.install();
  let isHanging = true;
  await page.route(`**/remotes/${cart}/**`, (route) => (isHanging ? undefined : route.continue()));
  await page.goto(`/productdetails?id=${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
  await expectTheRestSells(page);
  await page.clock.fastForward(11_000);
  await expect(buyFallback(page)).toBeVisible();
  isHanging = false;
  await expectRecoveryByRetry(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('altered: none of the code runs, an error is shown, and Retry loads the original', async ({ page }) => {
  const { id } = await anyProduct();
  const isScript = (file: string) => file.endsWith('.js');
  const planted = (bytes: Buffer) => Buffer.concat([Buffer.from('globalThis.plantedCodeRan=true;'), bytes]);
  const expectRefused = async () => {
    await expect(buyFallback(page)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'plantedCodeRan'))).toBeUndefined();
  };
  await withChangedFiles(cart, isScript, planted, async (putBack) => {
    await page.goto(`/productdetails?id=${id}`);
    await expectRefused();
    await expectTheRestSells(page);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
    await expectRefused();
    await putBack();
    await expectRecoveryByRetry(page);
  });
});
