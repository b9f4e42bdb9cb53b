import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { orderPhone } from '../support/pages/requests.ts';
import { logIn, openAsStaff } from '../support/people/account.ts';
import { anotherAdmin } from '../support/people/another-admin.ts';

/** The row of a record; a card on phones. */
const rowOf = (page: Page, color: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: color }).first();

/** Pages through the queue until the record shows. */
async function findInQueue(page: Page, color: string): Promise<Locator> {
  const row = rowOf(page, color);
  const next = page.getByRole('link', { name: 'Next page' });
  await expect(page.getByRole('button', { name: /^(Take|Give back) / }).first()).toBeVisible();
  while ((await row.count()) === 0 && (await next.count()) > 0) {
    const address = page.url();
    await next.click();
    await page.waitForURL((url) => url.href !== address);
    await expect(page.getByRole('button', { name: /^(Take|Give back) / }).first()).toBeVisible();
  }
  await expect(row).toBeVisible();
  return row;
}

test('an admin takes work and sees it under "only mine"; a second admin sees who has it', async ({
  page,
  browser,
}) => {
  const color = `Black ${randomUUID().slice(0, 8)}`;
  // Its color is unique.
  await orderPhone({ name: 'Chandra Thapa', color, priority: 'urgent' });
  await openAsStaff(page, '/admin/work?kind=phone-order');
  const row = await findInQueue(page, color);
  await expect(row).toContainText('Chandra');
  await expect(row).not.toContainText('Thapa');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const colleague = await anotherAdmin();
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await otherPage.goto('/login');
  await logIn(otherPage, colleague);
  await otherPage.waitForURL((url) => url.pathname === '/');
  await otherPage.goto('/admin/work?kind=phone-order');
  const otherRow = await findInQueue(otherPage, color);

  // By keyboard.
  await row.getByRole('button', { name: /^Take / }).focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^Give back / })).toBeVisible();
  await expect(row).toContainText('You');
  await page.getByRole('checkbox', { name: 'Only mine' }).check();
  await page.waitForURL('**/admin/work?mine=yes*');
  await page.reload();
  await expect(rowOf(page, color)).toBeVisible();
  await expectAccessible(page);

  await otherRow.getByRole('button', { name: /^Take / }).click();
  await expect(otherPage.getByText('Somebody else has taken this meanwhile.')).toBeVisible();
  await expect(otherRow.getByRole('button', { name: /^Give back / })).toBeVisible();
  await expect(otherRow).not.toContainText('You');
  await context.close();

  await rowOf(page, color)
    .getByRole('link', { name: new RegExp(color) })
    .click();
  await expect(page.getByRole('dialog').getByText(color).first()).toBeVisible();
});
