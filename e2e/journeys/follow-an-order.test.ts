import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/account.ts';

test("an order's details show its events, their consumers, its mails and parked messages", async ({
  page,
}) => {
  await openAsStaff(page, '/admin/dashboard?tab=checkout-orders');
  await page.getByText(/^KM-/).first().click();
  await page.getByRole('link', { name: 'Follow its events' }).click();
  await page.waitForURL(/\/admin\/events\?order=[0-9a-f]{24}$/);
  const events = page.getByRole('region', { name: 'Events' });
  const placed = events.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Order placed' }),
  });
  // The sample orders publish their events when the shop starts.
  await expect(async () => {
    await events.getByRole('button', { name: 'Refresh' }).click();
    for (const service of ['catalog', 'offer', 'notification'])
      await expect(
        placed.getByRole('listitem').filter({ hasText: service }).getByText('Taken up'),
      ).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await expect(placed.getByText(/left at/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mails' }).getByText(/^Your order KM-/)).toBeVisible();
  await expect(page.getByText('service-request: nothing parked')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await events.getByRole('link', { name: 'Open the order' }).click();
  await expect(page.getByRole('dialog', { name: /^Order KM-/ })).toBeVisible();
});
