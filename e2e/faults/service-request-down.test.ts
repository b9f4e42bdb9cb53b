import { expect, test } from '../support/journey.ts';
import { fillContact, freeSlots } from '../support/pages/requests.ts';
import { whileDown } from '../support/stack/stack-control.ts';

test('service-request is killed: its forms show an error and keep their input, and the rest of the shop works', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 50[34].*\/api\/(bookings|sell-phone)/);
  const [free] = await freeSlots();
  if (!free) throw new Error('No half hour is free');
  // A day that the gateway has not cached.
  const weekLater = new Date(Date.parse(free.date) + 7 * 24 * 60 * 60_000);
  const slot = { date: weekLater.toISOString().slice(0, 10), time: free.time };
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

    const rest = await page.context().newPage();
    await rest.goto('/specialoffers');
    await expect(rest.getByRole('button', { name: 'Claim Offer' }).first()).toBeVisible();
    await rest.goto('/repair');
    await expect(rest.getByRole('heading', { level: 1, name: 'Repair services' })).toBeVisible();
    await rest.goto('/newphonebooking');
    await expect(rest.getByLabel('Model')).toBeVisible();
    await rest.goto('/smartphone');
    await rest.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(rest.getByText('Added to Cart!')).toBeVisible();
    await rest.close();
  });
  await expect(async () => {
    await page.getByRole('button', { name: 'Retry' }).click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: slot.time, exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Book repair' }).click();
  await expect(page.getByText('Your repair is booked.')).toBeVisible();
});
