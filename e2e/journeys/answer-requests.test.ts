import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { sellPhone } from '../support/pages/requests.ts';
import { openAsStaff } from '../support/people/account.ts';
import { stackState } from '../support/stack/stack-control.ts';

/** Unique per run, for searching. */
const aName = () => `Seller ${randomUUID().slice(0, 8)}`;

/** A table row, or a card on phones. */
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first();

/** Opens the details of a row. */
async function openDetails(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name);
  await expect(row).toBeVisible();
  const view = row.getByRole('button', { name: /^(View|Details)/ });
  await ((await view.count()) > 0 ? view : row.getByRole('button')).click();
  const details = page.getByRole('dialog', { name: /Details$/ });
  await expect(details).toBeVisible();
  return details;
}

const expectStatus = async (page: Page, link: string, text: string) => {
  const visitor = await page.context().browser()?.newContext();
  if (!visitor) throw new Error('there is no browser');
  const { urls } = await stackState();
  const other = await visitor.newPage();
  await other.goto(urls.shop + link);
  await expect(other.getByRole('region', { name: 'Status' }).getByText(text, { exact: true })).toBeVisible();
  return { other, close: () => visitor.close() };
};

test('staff quote a sell request by keyboard, the seller accepts it by link, and staff complete it (AGEN-01, ASELL-22, ASELL-24, ASELL-29, SIL-38, SIL-49)', async ({
  page,
  allowErrors,
}) => {
  // A stale save is refused.
  allowErrors(/status of 409 .*\/status\)/);
  const name = aName();
  const link = await sellPhone(name);
  await openAsStaff(page, `/admin/dashboard?search=${name.replace(' ', '+')}`);
  await expect(rowOf(page, name)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const details = await openDetails(page, name);
  // Customers' markup is shown as text.
  await expect(details.getByText('<b>Always</b> in a case.')).toBeVisible();
  await expectAccessible(page);

  await details.getByRole('button', { name: 'Update Quote' }).focus();
  await page.keyboard.press('Enter');
  const quote = page.getByRole('dialog', { name: 'Update Quote' });
  await expect(quote.getByLabel('Estimated price')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('275.50');
  await page.keyboard.press('Enter');
  await expect(details.getByText('$275.50').first()).toBeVisible();

  const visit = await expectStatus(page, link, 'Quoted');
  await visit.other.getByRole('button', { name: 'Accept quote' }).click();
  await expect(
    visit.other.getByRole('region', { name: 'Status' }).getByText('Accepted', { exact: true }),
  ).toBeVisible();
  await visit.close();

  // The accepted quote made staff's view stale: the first save shows the change, the second one applies.
  await details.getByRole('button', { name: 'Update Status' }).focus();
  await page.keyboard.press('Enter');
  const status = page.getByRole('dialog', { name: 'Update Status' });
  await status.getByLabel('Status').selectOption('completed');
  await status.getByLabel(/^Admin notes/).fill('Paid at the counter.');
  await status.getByRole('button', { name: 'Save status' }).click();
  await expect(status.getByRole('row', { name: 'Status Accepted Completed' })).toBeVisible();
  await expectAccessible(page);
  await status.getByRole('button', { name: 'Save status' }).click();
  await expect(details.getByText('Completed').first()).toBeVisible();
  await (await expectStatus(page, link, 'Completed')).close();
});
