import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { fillOffer } from '../support/pages/offers.ts';
import { openAsStaff } from '../support/people/account.ts';
import { stackState } from '../support/stack/stack-control.ts';

const aTitle = () => `Journey ${randomUUID().slice(0, 8)}`;

async function createOffer(page: Page, title: string): Promise<void> {
  await fillOffer(page, title);
  await page.getByRole('button', { name: 'Create Offer' }).click();
  await expect(page.getByText('Special offer created successfully!')).toBeVisible();
}

/** The public list of offers; its cache is dropped by the change event, a moment later. */
const expectShown = (page: Page, title: string, isShown: boolean) =>
  expect(async () => {
    await page.goto('/specialoffers');
    await expect(page.getByRole('button', { name: 'Claim Offer' }).first()).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(title)).toHaveCount(isShown ? 1 : 0, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });

test('visitors see an offer only while it is on, not when it is off or deleted (AOFF-08, AOFF-09, AOFF-10) @desktop', async ({
  page,
  browser,
}) => {
  const { urls } = await stackState();
  const context = await browser.newContext({ baseURL: urls.shop });
  const visitor = await context.newPage();
  const title = aTitle();
  await openAsStaff(page, '/admin/add-offer');
  await createOffer(page, title);
  await expectShown(visitor, title, true);

  await page.getByRole('button', { name: `Deactivate ${title}` }).click();
  await expect(page.getByText('Offer deactivated successfully!')).toBeVisible();
  await expectShown(visitor, title, false);

  await page.getByRole('button', { name: `Activate ${title}` }).click();
  await expect(page.getByText('Offer activated successfully!')).toBeVisible();
  await expectShown(visitor, title, true);

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog', { name: 'Delete offer' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Special offer deleted successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  await expectShown(visitor, title, false);
  await context.close();
});
