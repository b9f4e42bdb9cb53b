import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/account.ts';
import { adminRead } from '../support/people/admin.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { whileDown } from '../support/stack/stack-control.ts';

/** Error when the service of a change does not answer. */
const refusal = /^(Error: )?This part of the shop (is not available right now|takes too long to answer)/;

const orderOf = async (id: string) =>
  (await adminRead<{ order: { orderNumber: string; version: number } }>(`/api/checkout-orders/${id}`)).order;

test('order is stopped while staff save: the save is refused, no input is lost, and sending again changes each record once', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 50[0-9]|Failed to|Network error/);
  const buyer = await aBuyer();
  await buyer.buy(3, 1, 'shop');
  const ids = buyer.purchases.flatMap(({ orderIds }) => [...orderIds]);
  const versions = async () => (await Promise.all(ids.map(orderOf))).map(({ version }) => version);
  const before = await versions();
  const [number = '', ...otherNumbers] = (await Promise.all(ids.map(orderOf))).map(
    ({ orderNumber }) => orderNumber,
  );
  expect(otherNumbers).toHaveLength(2);

  const bulk = await page.context().newPage();
  await openAsStaff(page, `/admin/dashboard?tab=checkout-orders&search=${number}`);
  await bulk.goto('/admin/dashboard?tab=checkout-orders');
  await page.getByRole('button', { name: `Update ${number}` }).click();
  for (const other of otherNumbers) await bulk.getByRole('checkbox', { name: `Select ${other}` }).check();
  await bulk.getByRole('button', { name: 'Set status', exact: true }).click();
  const tabs = [
    {
      tab: page,
      label: 'Order status',
      done: page.getByRole('row').filter({ hasText: number }).getByText('Processing'),
    },
    { tab: bulk, label: 'Status', done: bulk.getByText('2 orders changed.') },
  ];
  const notesOf = (tab: Page) => tab.getByRole('dialog').getByLabel(/^Admin notes/);
  const save = async (tab: Page) => {
    await tab.bringToFront();
    await tab.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  };
  for (const { tab, label } of tabs) {
    await tab.getByRole('dialog').getByLabel(label, { exact: true }).selectOption('Processing');
    await notesOf(tab).fill('Packed this morning.');
  }
  await whileDown('order', async () => {
    for (const { tab, label } of tabs) {
      await save(tab);
      await expect(tab.getByText(refusal).first()).toBeVisible();
      await expect(tab.getByRole('dialog').getByLabel(label, { exact: true })).toHaveValue('processing');
      await expect(notesOf(tab)).toHaveValue('Packed this morning.');
    }
  });
  // The gateway's circuit breaker stays open for a moment.
  await expect(async () => expect(await versions()).toEqual(before)).toPass({ timeout: 60_000 });
  for (const { tab, done } of tabs) {
    await save(tab);
    await expect(done).toBeVisible();
  }
  await expect.poll(versions).toEqual(before.map((version) => version + 1));
  await buyer.cleanUp();
});
