import type { Page } from '@playwright/test';

/** A date of the shop, `YYYY-MM-DD`. */
const shopDay = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Kathmandu' });

/** Fills in the form of a new offer without submitting. */
export async function fillOffer(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Description', { exact: true }).fill('An offer of a journey.');
  await page.getByLabel('Discount text').fill('15% OFF');
  await page.getByLabel('Discount value').fill('15');
  await page.getByLabel('Valid From').fill(shopDay(0));
  await page.getByLabel('Valid Until').fill(shopDay(7));
  await page.getByLabel('Step 1').fill('Enter the code.');
}
