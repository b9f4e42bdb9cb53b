import type { Registry } from '@kinmel/contracts';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { aProductOf } from '../support/pages/shop-products.ts';
import {
  activateVersion,
  activeVersion,
  copyVersion,
  copyVersionForWebKit,
  withChangedFiles,
  withoutRemoteFolder,
  writeRevision,
} from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const cart = 'mfe-cart-checkout';
const sorry = 'This part of the page is not available right now.';

/** Whatever the browser says about files of the cart's remote that did not come. */
const aboutTheCart =
  /remotes\/mfe-cart-checkout|RemoteLoadError: mfe-cart-checkout|did not load|integrity|RUNTIME-00|Federation|ScriptExternalLoadError|ChunkLoadError|ERR_FAILED/;

const buyFallback = (page: Page) => page.getByRole('main').getByText(sorry).first();

/** Everything but the cart: product, price, heart, search, other pages. */
async function expectTheRestSells(page: Page): Promise<void> {
  const { name } = await aProductOf();
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
  // Retry, not a reload: the page stays as it is.
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to Cart!')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
}

// A widget that the server has drawn and whose code does not come: React says so and draws its place anew.
test.beforeEach(({ allowErrors }) => {
  allowErrors(aboutTheCart);
  allowErrors(/^uncaught: Minified React error #422;/);
});

test('missing: its place says so, the shop sells the rest, and Retry brings it back', async ({
  page,
  allowErrors,
}) => {
  // axe copies stylesheets that it cannot read, here those that did not come, into the page; the policy refuses it.
  allowErrors(/Applying inline style violates .* \(\)$/);
  const { id } = await aProductOf();
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

test('missing: in a card of a phone its place is no higher than the button was', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const heightOfCard = async () => (await page.getByRole('article').first().boundingBox())?.height ?? 0;
  await page.goto('/smartphone');
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
  const whole = await heightOfCard();
  await page.route(`**/remotes/${cart}/**`, (route) => route.abort());
  await page.goto('/smartphone');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  expect(await heightOfCard()).toBeLessThanOrEqual(whole + 2);
});

test('hanging: its place says so at the deadline, and Retry does not wait for what hangs', async ({
  page,
}) => {
  const { id } = await aProductOf();
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

test('altered: not a line of the code runs, its place says so, and Retry takes the original', async ({
  page,
}) => {
  const { id } = await aProductOf();
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

test('of another contract than the shell: the gateway keeps the version that fits', async ({ page }) => {
  const good = await activeVersion(cart);
  const other = await copyVersion({ remote: cart }, (build) => ({
    ...build,
    declaration: { ...build.declaration, contractVersion: 2 },
  }));
  const { urls } = await stackState();
  const revision = await writeRevision(cart, other);
  try {
    const answered = async () =>
      (await (await fetch(`${urls.shop}/remotes/registry.json`)).json()) as Registry;
    await expect.poll(async () => (await answered()).revision).toBe(revision);
    expect((await answered()).remotes[cart]?.version).toBe(good);
    const { id } = await aProductOf();
    await page.goto(`/productdetails?id=${id}`);
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByText('Added to Cart!')).toBeVisible();
  } finally {
    await activateVersion(cart, good, 'rollback');
  }
});

test('built for an older web-kit than the shell has: it is not started on the wrong one, and the rest sells', async ({
  page,
}) => {
  const { id } = await aProductOf();
  const good = await activeVersion(cart);
  await activateVersion(cart, await copyVersionForWebKit(cart, '^0.0.9'));
  try {
    await page.goto(`/productdetails?id=${id}`);
    await expect(buyFallback(page)).toBeVisible();
    await expectTheRestSells(page);
    await expectAccessible(page);
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    await expect(buyFallback(page)).toBeVisible();
  } finally {
    await activateVersion(cart, good, 'rollback');
  }
  await page.reload();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect(buyFallback(page)).toHaveCount(0);
});
