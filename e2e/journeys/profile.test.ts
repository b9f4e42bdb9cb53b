import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectSettled, test } from '../support/journey.ts';
import { anAccount, expectSignedOut, logIn, storedSession } from '../support/people/account.ts';
import type { Customer } from '../support/people/customer.ts';

/** The profile page of a new account, opened right after signing in. */
async function openProfile(page: Page, customer?: Customer): Promise<Customer> {
  const person = customer ?? (await anAccount());
  await page.goto('/profile');
  await logIn(page, person);
  await page.waitForURL('**/profile');
  await expectSettled(page);
  await expect(page.getByText('This device')).toBeVisible();
  return person;
}

test('a picture is chosen, cropped and shown; a file that is no picture is refused (PROF-02, PROF-03, PROF-24)', async ({
  page,
}) => {
  await openProfile(page);
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change picture' }).click();
    await (await chooser).setFiles(file);
  };
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  for (const file of [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    { name: 'picture.png', mimeType: 'image/png', buffer: html },
  ]) {
    await choose(file);
    await expect(page.getByText('Please select a valid image file (JPEG, PNG, or GIF)')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await choose({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Zoom').fill('2');
  await expect(dialog.getByLabel('Zoom')).toHaveAttribute('aria-valuetext', '200 %');
  await dialog.getByLabel('Left or right').press('Home');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Profile image updated successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  const picture = page.getByRole('main').locator('img[src^="/uploads/avatars/"]');
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(width).toBeGreaterThan(0);
  await expect(page.getByRole('banner').locator('img[src^="/uploads/avatars/"]')).toBeVisible();
});

test("an account's data can be exported and the account deleted @desktop", async ({ page, allowErrors }) => {
  allowErrors(/40[01]/);
  const customer = await openProfile(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kinmel-my-data-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text).user.email).toBe(customer.email);
  expect(text).not.toMatch(/hash|token|password\w*"?\s*:/i);
  expect(text).not.toContain(customer.password);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expectAccessible(page);
  await dialog.getByLabel('Your password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expectSignedOut(page);
  expect(await storedSession(page)).toEqual([]);
  await page.goto('/login');
  await logIn(page, customer);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The email or the password is not right.',
  );
});
