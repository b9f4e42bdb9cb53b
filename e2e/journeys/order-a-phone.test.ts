import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { aMailbox, fillContact, followRequest } from '../support/pages/requests.ts';
import { mailTo } from '../support/stack/mailbox.ts';

test('a new phone is ordered at the catalogue price and cancelled by its link (ROUTE-12, NPB-05 to NPB-08, NPB-35, CONF-32, CONF-33)', async ({
  page,
}) => {
  const mailbox = aMailbox('order');
  await page.goto('/newphonebooking');
  await fillContact(page, mailbox);
  for (const label of ['Model', 'Color', 'Storage']) {
    const select = page.getByLabel(label);
    if ((await select.inputValue()) === '') await select.selectOption({ index: 1 });
  }
  await page.getByRole('button', { name: 'Increase quantity of phones' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('Thamel 12, Kathmandu');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const total = await page.getByText(/^(NPR [\d,]+|N\/A)$/).textContent();
  await page.getByRole('button', { name: 'Order phone' }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const confirmed = page.getByRole('region', { name: 'Your request' });
  await expect(confirmed).toContainText(`A confirmation e-mail was sent to ${mailbox}.`);
  await expect(confirmed).toContainText('Our team will contact you within 24 hours.');
  await expect(confirmed.getByText(total ?? '', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const token = await followRequest(page);
  expect(await mailTo(mailbox, /./)).toContain(`/tracking/${token}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(page.getByText('It is cancelled.')).toBeVisible();
});
