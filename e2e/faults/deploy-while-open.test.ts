import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deployPart, rollbackPart } from '@kinmel/tooling/deploy';
import { expect, test } from '../support/journey.ts';
import { fillDelivery, placeOrderButton, putInCart } from '../support/pages/checkout.ts';
import { productsOf } from '../support/pages/shop-products.ts';
import { signedUp } from '../support/people/customer.ts';
import {
  catalogWithNewWords,
  changeRegistry,
  copyOfActive,
  deployFoldersOf,
  gatewayHas,
  newWords,
  oldWords,
} from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

const remote = 'mfe-catalog';

/** Modification times of all files except those of the deployed remote. */
async function writtenAt(folders: readonly string[]): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes(remote)) times[path] = (await stat(path)).mtimeMs;
    }
  }
  return times;
}

test('a remote is deployed and rolled back while shoppers are online: the next page load gets it, open pages continue to work, nothing else changes', async ({
  page,
  context,
}) => {
  const { folders, pids } = await stackState();
  const otherFolders = [folders.remotes, folders.shell, folders.build];
  const before = await writtenAt(otherFolders);
  const deployFolders = deployFoldersOf(folders);
  const openCategories = async (shopper: typeof page) => {
    await shopper.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await shopper.getByRole('main').getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(shopper.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  };

  // On home the chunk of the categories page is not loaded.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const source = await catalogWithNewWords();
  const deployed = await deployPart(remote, deployFolders, { folder: source });
  try {
    await gatewayHas(remote, deployed.version);

    await openCategories(page);
    await expect(page.getByText(oldWords)).toBeVisible();

    const next = await context.newPage();
    await next.goto('/categories');
    await expect(next.getByText(newWords)).toBeVisible();
    await page.reload();
    await expect(page.getByText(newWords)).toBeVisible();
    await next.goto('/');
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible();

    const rolledBack = await rollbackPart(remote, deployFolders);
    expect(rolledBack.version).toBe(deployed.previous);
    await gatewayHas(remote, rolledBack.version);

    await openCategories(next);
    await expect(next.getByText(newWords)).toBeVisible();
    await next.reload();
    await expect(next.getByText(oldWords)).toBeVisible();
  } finally {
    if (deployed.previous)
      await rollbackPart(remote, deployFolders, { version: deployed.previous }).catch(() => {});
    await rm(source, { recursive: true, force: true });
  }
  expect((await stackState()).pids).toEqual(pids);
  expect(await writtenAt(otherFolders)).toEqual(before);
});

test('an order succeeds although the checkout remote gets a canary, a step and a rollback in between', async ({
  page,
}) => {
  const part = 'mfe-cart-checkout';
  const versionOnPage = async () =>
    JSON.parse((await page.locator('#kinmel-registry').textContent()) ?? '').remotes[part].version;
  await signedUp(page);
  const product = (await productsOf('earphones')).find(({ inStock }) => inStock);
  if (product === undefined) throw new Error('There are no earphones');
  await putInCart(page, product.id);
  await fillDelivery(page);
  await page.getByRole('radio', { name: /^Card/ }).check();
  const before = await versionOnPage();

  const version = await copyOfActive(part);
  await changeRegistry({ action: 'canary', part, version, sharePercent: 50, steps: { shares: [100] } });
  try {
    await changeRegistry({ action: 'step', part });
    await gatewayHas(part, version);
    await page.reload();
    expect(await versionOnPage()).toBe(version);
    await placeOrderButton(page).click();
    await expect(page.getByText('Payment sandbox: no money moves here')).toBeVisible();
  } finally {
    await changeRegistry({ action: 'rollback', part, version: before });
  }
  await gatewayHas(part, before);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/payment-success?**');
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  expect(await versionOnPage()).toBe(before);
  await page.goto('/orders');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByText('Card, paid')).toBeVisible();
});
