import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { aMailbox, fillContact, followRequest, freeSlots } from '../support/pages/requests.ts';
import { mailTo } from '../support/stack/mailbox.ts';

const halfHour = (page: Page, time: string) => page.getByRole('button', { name: time, exact: true });

test('a repair is booked, moved and cancelled by its link, without an account (ROUTE-08, ROUTE-09, ROUTE-11, RBOOK-01, RBOOK-12, SIL-40, SIL-49)', async ({
  page,
}) => {
  const mailbox = aMailbox('repair');
  const [first, second] = await freeSlots();
  if (!first || !second) throw new Error('Too few half hours are free');

  await test.step('/repair leads to the booking with its service', async () => {
    await page.goto('/repair');
    await page.getByRole('link', { name: 'Book Screen Replacement' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Screen Replacement.');
  });

  await test.step('the half hour is booked', async () => {
    await page.getByLabel('Model').selectOption('S25+');
    await page.getByRole('radio', { name: /^Medium/ }).check();
    await page.getByLabel('Date').fill(first.date);
    await halfHour(page, first.time).click();
    await expect(page.getByLabel('Time')).toHaveValue(first.time);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await fillContact(page, mailbox);
    // A half-filled form survives a reload.
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bikash Rai');
    await page.getByRole('button', { name: 'Book repair' }).click();
    await expect(page.getByText('Your repair is booked.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText(first.time);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  const token = await followRequest(page);
  await test.step('it is added to a calendar and moved', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toMatch(/^repair-.*\.ics$/);
    await page.getByRole('button', { name: 'Change the time' }).click();
    const form = page.getByRole('form', { name: 'Another time' });
    await form.getByRole('button', { name: second.time }).click();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Move booking' }).click();
    await expect(page.getByRole('region', { name: 'Status' })).toContainText(second.time);
    await expectAccessible(page);
    expect(await mailTo(mailbox, /./)).toContain(`/request-links/${token}`);
  });

  await test.step('it is cancelled', async () => {
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await expect(page.getByText('It is cancelled.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  });
});

test.describe('in a browser with another time zone', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' });

  test("page, link and mail show the appointment in the shop's time zone (SIL-40, SIL-61) @desktop", async ({
    page,
  }) => {
    const mailbox = aMailbox('honolulu');
    const slot = (await freeSlots()).at(-1);
    if (!slot) throw new Error('No half hour is free');
    await page.goto('/booking');
    await page.getByLabel('Model').selectOption('Pixel 9');
    await page.getByRole('radio', { name: /^Low/ }).check();
    await page.getByLabel('Date').fill(slot.date);
    await halfHour(page, slot.time).click();
    await fillContact(page, mailbox);
    await page.getByRole('button', { name: 'Book repair' }).click();
    const day = String(Number(slot.date.slice(-2)));
    const appointmentText = new RegExp(`(?<!\\d)${day} \\S+ \\d{4}, ${slot.time}`);
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText(appointmentText);
    await followRequest(page);
    await expect(page.getByRole('region', { name: 'Status' })).toContainText(appointmentText);
    const mail = await mailTo(mailbox, /./);
    expect(mail).toContain(slot.time);
    expect(mail).toMatch(new RegExp(`(?<!\\d)${day} `));
  });
});
