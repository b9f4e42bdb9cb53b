import { expect, test } from '../support/journey.ts';
import { fillContact, freeSlots } from '../support/pages/requests.ts';
import { whileDown } from '../support/stack/stack-control.ts';

test('service-request is killed: its forms show an error and keep their input, and the rest of the shop works', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 50[34].*\/api\/(bookings|sell-phone)/);
  const [freeSlot] = await freeSlots();
  if (!freeSlot) throw new Error('No half hour is free');
  // A day that the gateway has not cached.
  const weekLater = new Date(Date.parse(freeSlot.date) + 7 * 24 * 60 * 60_000);
  const slot = { date: weekLater.toISOString().slice(0, 10), time: freeSlot.time };
  await whileDown('service-request', async () => {
    await page.goto('/booking');
    await page.getByLabel('Model').selectOption('S25');
    await page.getByRole('radio', { name: /^High/ }).check();
    await page.getByLabel('Date').fill(slot.date);
    await expect(page.getByText(/^The free half hours could not be loaded\./)).toBeVisible();
    await page.getByLabel('Time').fill(slot.time);
    await fillContact(page, 'down@kinmel.example');
    await page.getByRole('button', { name: 'Book repair' }).click();
    await expect(page.getByRole('alert').last()).not.toBeEmpty();
    await expect(page.getByText('Your repair is booked.')).toHaveCount(0);
    await expect(page.getByLabel('Time')).toHaveValue(slot.time);

    const otherPage = await page.context().newPage();
    await otherPage.goto('/specialoffers');
    await expect(otherPage.getByRole('button', { name: 'Claim Offer' }).first()).toBeVisible();
    await otherPage.goto('/repair');
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Repair services' })).toBeVisible();
    await otherPage.goto('/newphonebooking');
    await expect(otherPage.getByLabel('Model')).toBeVisible();
    await otherPage.goto('/smartphone');
    await otherPage.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(otherPage.getByText('Added to Cart!')).toBeVisible();
    await otherPage.close();
  });
  await expect(async () => {
    await page.getByRole('button', { name: 'Retry' }).click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: slot.time, exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Book repair' }).click();
  await expect(page.getByText('Your repair is booked.')).toBeVisible();
});
