import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { aMailbox, followRequest, quoteAsStaff } from '../support/pages/requests.ts';
import { mailTo } from '../support/stack/mailbox.ts';

test('a phone is offered with a photo, quoted by staff, and the quote accepted by link (ROUTE-07, SELL-02, SELL-06, SELL-22, SIL-49)', async ({
  page,
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

  await quoteAsStaff(mailbox, 240);
  expect(await mailTo(mailbox, /quote/i)).toContain(`/tracking/${token}`);
  await page.reload();
  await expect(page.getByText('$240.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expect(page.getByText('Thank you! We will contact you about the hand-over.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept quote' })).toHaveCount(0);
  await expectAccessible(page);
});
