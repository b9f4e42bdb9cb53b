import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { aMailbox, followRequest } from '../support/pages/requests.ts';
import { openAsStaff } from '../support/people/account.ts';
import { mailTo } from '../support/stack/mailbox.ts';

test('a phone is offered with a photo, quoted by staff by keyboard, the quote accepted by link, and the request closed by staff without payment (ROUTE-07, SELL-02, SELL-06, SELL-22, AGEN-01, ASELL-22, ASELL-24, ASELL-29, SIL-38, SIL-49)', async ({
  page,
  browser,
}) => {
  const mailbox = aMailbox('sell');
  await page.goto('/sellyourphone');
  await page.getByLabel('Brand').selectOption('apple');
  await page.getByLabel('Model').fill('iPhone 13');
  await page.getByLabel('Storage').selectOption('128');
  await page.getByLabel('Color').selectOption('blue');
  await page.getByRole('radio', { name: /^Good/ }).check();
  await page.getByLabel('Expected price').fill('310.00');
  await page.getByLabel('Full name').fill('Asha Gurung');
  await page.getByLabel('Email').fill(mailbox);
  await page.getByLabel('Phone', { exact: true }).fill('+977 980 123 4567');
  await expect(page.getByText(/^\$[\d,]+ to \$[\d,]+$/)).toBeVisible();
  const photo = { name: 'phone.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel(/^Photo/).setInputFiles(photo);
  await expect(page.getByRole('img', { name: 'Preview of your phone' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Send request' }).click();
  const sent = page.getByText(/^Your phone selling request has been submitted successfully!/);
  await expect(sent).toBeVisible();
  await expect(sent).toBeHidden({ timeout: 8000 });
  const token = await followRequest(page);
  const picture = page.getByRole('img', { name: 'Your phone, as you sent it' });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(0);

  const context = await browser.newContext();
  const staff = await context.newPage();
  await openAsStaff(staff, `/admin/dashboard?search=${encodeURIComponent(mailbox)}`);
  // A table row, or a card on phones.
  const row = staff
    .getByRole('row')
    .or(staff.getByRole('listitem'))
    .filter({ hasText: 'Asha Gurung' })
    .first();
  await expect(row).toBeVisible();
  await expectAccessible(staff);
  await expectNoSidewaysScroll(staff);
  const view = row.getByRole('button', { name: /^(View|Details)/ });
  await ((await view.count()) > 0 ? view : row.getByRole('button')).click();
  const details = staff.getByRole('dialog', { name: /Details$/ });
  await expect(details).toBeVisible();
  await expectAccessible(staff);
  await details.getByRole('button', { name: 'Update Quote' }).focus();
  await staff.keyboard.press('Enter');
  await expect(
    staff.getByRole('dialog', { name: 'Update Quote' }).getByLabel('Estimated price'),
  ).toBeFocused();
  await expectAccessible(staff);
  await staff.keyboard.type('240.00');
  // In a field, the Enter of a scanner must not submit.
  await staff.getByRole('button', { name: 'Save quote' }).press('Enter');
  await expect(details.getByText('$240.00').first()).toBeVisible();

  expect(await mailTo(mailbox, /quote/i)).toContain(`/request-links/${token}`);
  await page.reload();
  await expect(page.getByText('$240.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expect(page.getByText('Thank you! Bring your phone or send it to us.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept quote' })).toHaveCount(0);
  await expectAccessible(page);

  // The accepted quote made staff's view stale: the first save shows the change, the second one applies.
  await details.getByRole('button', { name: 'Update Status' }).focus();
  await staff.keyboard.press('Enter');
  const status = staff.getByRole('dialog', { name: 'Update Status' });
  await status.getByLabel('Status').selectOption('completed');
  await status.getByLabel(/^Admin notes/).fill('It was never brought.');
  await status.getByRole('button', { name: 'Save status' }).click();
  await expect(status.getByRole('row', { name: 'Status Accepted Completed' })).toBeVisible();
  await expectAccessible(staff);
  await status.getByRole('button', { name: 'Save status' }).click();
  await expect(details.getByText('Completed').first()).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText('The shop closed this request without payment.')).toBeVisible();
});
