import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { fillOffer } from '../support/pages/offers.ts';
import { openAsStaff } from '../support/people/staff.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

const aTitle = () => `Journey ${randomUUID().slice(0, 8)}`;

async function createOffer(page: Page, title: string): Promise<void> {
  await fillOffer(page, title);
  await page.getByRole('button', { name: 'Create Offer' }).click();
  await expect(page.getByText('Special offer created successfully!')).toBeVisible();
}

/** The list of offers as visitors have it: what is kept of it is dropped by the event of a change, a moment later. */
const expectShown = (page: Page, title: string, isShown: boolean) =>
  expect(async () => {
    await page.goto('/specialoffers');
    await expect(page.getByRole('button', { name: 'Claim Offer' }).first()).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText(title)).toHaveCount(isShown ? 1 : 0, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });

test('an offer is on, off and gone, and visitors see it only while it is on (AOFF-08, AOFF-09, AOFF-10) @desktop', async ({
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

test('of two admins who change one offer the second is told, and no fields mix (S-10) @desktop', async ({
  page,
  browser,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const { urls } = await stackState();
  const context = await browser.newContext({ baseURL: urls.shop });
  const other = await context.newPage();
  const title = aTitle();
  await openAsStaff(page, '/admin/add-offer');
  await createOffer(page, title);
  await openAsStaff(other, '/admin/add-offer');
  for (const admin of [page, other]) {
    await admin.getByRole('button', { name: `Edit ${title}` }).click();
    await expect(admin.getByLabel('Title', { exact: true })).toHaveValue(title);
  }
  await page.getByLabel('Discount text').fill('20% OFF');
  await page.getByLabel('Discount value').fill('20');
  await page.getByRole('button', { name: 'Update Offer' }).click();
  await expect(page.getByText('Special offer updated successfully!')).toBeVisible();

  await other.getByLabel('Discount text').fill('25% OFF');
  await other.getByRole('button', { name: 'Update Offer' }).click();
  await expect(other.getByText(/Somebody else changed this meanwhile/)).toBeVisible();
  await expect(other.getByRole('row', { name: /^Discount text 20% OFF/ })).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Discount text' })).toHaveValue('25% OFF');
  // What the second did not touch is the first one's, and so it is shown before it is saved.
  await expect(other.getByLabel('Discount value')).toHaveValue('20');

  const stored = async () => {
    const answer = await fetch(`${urls.shop}/api/special-offers`, {
      headers: { authorization: `Bearer ${await adminToken()}` },
    });
    const { offers } = await answer.json();
    return (offers as { title: string; discount: string; discountValue: number }[]).find(
      (offer) => offer.title === title,
    );
  };
  // Nothing of the second is stored before it is said again.
  expect(await stored()).toMatchObject({ discount: '20% OFF', discountValue: 20 });
  await other.getByRole('button', { name: 'Update Offer' }).click();
  await expect(other.getByText('Special offer updated successfully!')).toBeVisible();
  expect(await stored()).toMatchObject({ discount: '25% OFF', discountValue: 20 });
  await other.getByRole('button', { name: `Delete ${title}` }).click();
  await other.getByRole('dialog', { name: 'Delete offer' }).getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('Special offer deleted successfully!')).toBeVisible();
  await context.close();
});
