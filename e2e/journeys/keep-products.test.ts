import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/account.ts';
import { stackState } from '../support/stack/stack-control.ts';

/** Unique per run. */
const aName = () => `Pixel ${randomUUID().slice(0, 8)}`;

const aPicture = async (page: Page, x = 0) => ({
  name: 'phone.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x, y: 0, width: 400, height: 400 } }),
});

/** A visitor in a separate browser, not signed in. */
async function asVisitor(browser: Browser) {
  const { urls } = await stackState();
  const context = await browser.newContext({ baseURL: urls.shop });
  const page = await context.newPage();
  return { page, close: () => context.close() };
}

/** The cache is dropped by the change event, a moment later. */
const untilShown = (check: () => Promise<void>) => expect(check).toPass({ timeout: 30_000 });

async function storedProduct(id: string): Promise<Record<string, unknown>> {
  const { urls } = await stackState();
  const answer = await fetch(`${urls.shop}/api/products/${id}`);
  return (await answer.json()).data;
}

async function storedPictures(id: string): Promise<string[]> {
  const { pictures } = (await storedProduct(id)) as { pictures: { id: string }[] };
  return pictures.map((picture) => picture.id);
}

test('a product is added with pictures, shown to a visitor, changed and deleted (AADD-01, AEDIT-01, APROD-05) @desktop', async ({
  page,
  browser,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const name = aName();
  await openAsStaff(page, '/admin/add-product');
  const tab = (label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) }).click();
  await page.getByLabel('Product name').fill(name);
  await page.getByLabel('Description').fill('A phone that was added by a journey.');
  await tab('Pricing');
  await page.getByLabel('Price', { exact: true }).fill('54321');
  await page.getByLabel(/^Pieces/).fill('4');
  await tab('Category');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Laptop');
  await tab('Specifications');
  await page.getByLabel(/^Storage/).fill('512 GB');
  await page.getByLabel('Product image').setInputFiles(await aPicture(page));
  await page.getByLabel('Add pictures').setInputFiles([await aPicture(page, 100), await aPicture(page, 200)]);
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).press('Enter');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const seeIt = page.getByRole('link', { name: 'See it there' });
  await expect(seeIt).toBeVisible();
  const address = (await seeIt.getAttribute('href')) ?? '';
  const id = address.split('=').at(-1) ?? '';

  const visitor = await asVisitor(browser);
  const heading = visitor.page.getByRole('heading', { level: 1, name });
  await untilShown(async () => {
    await visitor.page.goto('/laptops');
    await expect(visitor.page.getByRole('link', { name }).first()).toBeVisible({ timeout: 3_000 });
  });
  await visitor.page.goto(address);
  await expect(heading).toBeVisible();
  await expect(visitor.page.getByText(/NPR\s?54,321/).first()).toBeVisible();
  const picture = visitor.page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  const added = await storedPictures(id);
  expect(added).toHaveLength(3);
  await visitor.page.getByRole('button', { name: 'Picture 1 of 3' }).press('End');
  await expect(visitor.page.getByRole('button', { name: 'Picture 3 of 3' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  const lastPicture = visitor.page.getByRole('list', { name: 'Pictures' }).locator('img').nth(2);
  await expect(lastPicture).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(visitor.page);

  await page.getByRole('link', { name: 'edit it' }).click();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('54321');
  await expect(page.getByLabel(/^Storage/)).toHaveValue('512 GB');
  await page.getByLabel('Price', { exact: true }).fill('49999');
  await page.getByRole('button', { name: 'Make picture 2 the main picture' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/products');
  expect(await storedPictures(id)).toEqual([added[1], added[0], added[2]]);
  await untilShown(async () => {
    await visitor.page.goto(address);
    await expect(visitor.page.getByText(/NPR\s?49,999/).first()).toBeVisible({ timeout: 3_000 });
  });
  await expect(visitor.page.getByText(/54,321/)).toHaveCount(0);

  await page.goto(`/products?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog', { name: 'Delete product' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Product deleted successfully!')).toBeVisible();
  await untilShown(async () => {
    await visitor.page.goto(address);
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 3_000 });
    await expect(heading).toHaveCount(0, { timeout: 1_000 });
  });
  expect((await fetch(`${(await stackState()).urls.shop}/api/products/${id}`)).status).toBe(404);
  await visitor.close();
});
