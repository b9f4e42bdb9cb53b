import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, tabTo, test } from '../support/journey.ts';
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
    expect(await mailTo(mailbox, /./)).toContain(`/tracking/${token}`);
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
    const shown = new RegExp(`(?<!\\d)${day} \\S+ \\d{4}, ${slot.time}`);
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText(shown);
    await followRequest(page);
    await expect(page.getByRole('region', { name: 'Status' })).toContainText(shown);
    const mail = await mailTo(mailbox, /./);
    expect(mail).toContain(slot.time);
    expect(mail).toMatch(new RegExp(`(?<!\\d)${day} `));
  });
});

test('a repair is booked by keyboard alone (RBOOK-09) @desktop', async ({ page }) => {
  const slot = (await freeSlots()).at(1);
  if (!slot) throw new Error('No half hour is free');
  await page.goto('/booking');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Message' });
  await tabTo(page, message);
  await page.keyboard.type('It fell.\nThe screen is dark.');
  await expect(message).toHaveValue('It fell.\nThe screen is dark.');
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  // Enter submits from a single-line field; errors show at their fields and the first one gets the focus.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Model')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Please choose a model');
  await page.keyboard.type('Google');
  await expect(page.getByLabel('Model')).toHaveValue('Google Pixel 9 Pro');
  await tabTo(page, page.getByRole('radio', { name: /^Low/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Medium/ })).toBeChecked();
  await tabTo(page, page.getByLabel('Date'));
  const [year, month, day] = slot.date.split('-');
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(page.getByLabel('Date')).toHaveValue(slot.date);
  await tabTo(page, halfHour(page, slot.time));
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Time')).toHaveValue(slot.time);
  for (const [label, text] of [
    ['Name', 'Bikash Rai'],
    ['Email', aMailbox('keys')],
    ['Phone', '9801234567'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Your request' })).toBeFocused();
  await expect(page.getByText('Your repair is booked.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Make Another Booking' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Model')).toHaveValue('');
});
