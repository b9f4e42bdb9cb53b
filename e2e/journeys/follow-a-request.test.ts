import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

/** The next Tuesday but one, which is a working day ahead whatever today is. */
function aWorkingDay(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 + ((9 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

const followed = (page: Page) => page.getByRole('region', { name: 'Status' });

test('a repair is followed by its link, moved and cancelled, without an account (SIL-49, SIL-40)', async ({
  page,
  isMobile,
}) => {
  const date = aWorkingDay();
  const booked = await page.request.post('/api/bookings', {
    data: {
      name: 'Bikash Rai',
      email: `bikash-${isMobile ? 'phone' : 'desktop'}@example.com`,
      phone: '9801234567',
      model: 'Pixel 9',
      date,
      time: isMobile ? '08:30' : '08:00',
      urgency: 'low',
      message: '',
    },
  });
  expect(booked.status()).toBe(201);
  const { trackingLink } = (await booked.json()) as { trackingLink: string };
  await page.goto(trackingLink);
  await expect(followed(page).getByText('Received')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^repair-.*\.ics$/);

  await page.getByRole('button', { name: 'Change the time' }).click();
  const form = page.getByRole('form', { name: 'Another time' });
  await form.getByRole('button', { name: isMobile ? '15:00' : '14:30' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Move booking' }).click();
  await expect(page.getByText('Your repair has a new time.')).toBeVisible();
  await expect(followed(page).getByText(isMobile ? /, 15:00 / : /, 14:30 /)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(followed(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
});

/** Offers a phone, and answers the link by which that is followed. */
async function offerPhone(page: Page, contactEmail: string): Promise<string> {
  const sent = await page.request.post('/api/sell-phone/request', {
    multipart: {
      fullName: 'Asha Gurung',
      brand: 'apple',
      model: 'iPhone 13',
      condition: 'good',
      storage: '128',
      color: 'black',
      expectedPrice: '320.50',
      hasCharger: 'true',
      contactEmail,
      contactPhone: '+977 980-123-4567',
      description: '',
    },
  });
  expect(sent.ok()).toBe(true);
  return ((await sent.json()) as { trackingLink: string }).trackingLink;
}

test('a phone that waits for its quote is withdrawn by its link, after a question (S7)', async ({
  page,
  isMobile,
}) => {
  await page.goto(await offerPhone(page, `withdrawn-${isMobile ? 'phone' : 'desktop'}@example.com`));
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw' }).click();
  await expect(page.getByText('Your request is withdrawn.')).toBeVisible();
  await expect(followed(page).getByText('Withdrawn', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a quote is declined by its link, after a question (SIL-49)', async ({ page, isMobile }) => {
  const email = `asha-${isMobile ? 'phone' : 'desktop'}@example.com`;
  const trackingLink = await offerPhone(page, email);
  const { urls } = await stackState();
  const authorization = `Bearer ${await adminToken()}`;
  const listed = await fetch(`${urls.shop}/api/sell-phone/requests?search=${encodeURIComponent(email)}`, {
    headers: { authorization },
  });
  const { data } = (await listed.json()) as { data: { requests: { id: string }[] } };
  const quoted = await fetch(`${urls.shop}/api/sell-phone/request/${data.requests[0]?.id}/quote`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ estimatedPrice: 240 }),
  });
  expect(quoted.ok).toBe(true);

  await page.goto(trackingLink);
  await expect(page.getByText('$240.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decline quote' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the quote' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(followed(page).getByText('Quoted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decline quote' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline quote' }).click();
  await expect(followed(page).getByText('Declined', { exact: true })).toBeVisible();
});
