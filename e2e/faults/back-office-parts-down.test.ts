import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { backOfficeParts } from '../support/pages/back-office-parts.ts';
import { openAsStaff } from '../support/people/account.ts';
import { restartPart, whileDown } from '../support/stack/stack-control.ts';

/** An element of each page that requires its own data or form. */
const contents: Readonly<Record<string, (main: Locator) => Locator>> = {
  'Sell Phone Requests': (main) => main.getByRole('row').nth(1),
  'Booking Orders': (main) => main.getByRole('row').nth(1),
  'Checkout Orders': (main) => main.getByRole('row').nth(1),
  'Add Product': (main) => main.getByRole('textbox', { name: 'Product name' }),
  'Add Offer': (main) => main.getByRole('region', { name: 'Existing offers' }).getByRole('listitem').first(),
  'Manage Products': (main) => main.getByRole('row').nth(1),
  'Repair bookings': (main) => main.getByRole('listitem').first(),
  Returns: (main) => main.getByRole('row').nth(1),
  'Work queue': (main) => main.getByRole('row').nth(1),
  Devices: (main) => main.getByRole('heading', { name: 'Devices' }),
  Payouts: (main) => main.getByRole('heading', { name: 'Payouts' }),
  'Exchange rates': (main) => main.getByRole('row').nth(1),
  Releases: (main) => main.getByRole('row').nth(1),
  Staff: (main) => main.getByRole('row').nth(1),
};

const tabs = new Set(
  Object.keys(contents).filter(
    (name) => !/^(Repair|Returns|Work|Devices|Payouts|Exchange|Releases|Staff)/.test(name),
  ),
);

const table = backOfficeParts();

/** Navigates without a page load, by the link of the page, whose name may have a count of open work. */
const goTo = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: new RegExp(`^${name}( \\(.*)?$`) })
    .click();

/** The page's own content: the open tab, without the charts above it. */
const placeOf = (page: Page, name: string): Locator => page.getByRole(tabs.has(name) ? 'tabpanel' : 'main');

test('the table in the README has every service that the back office uses', () => {
  expect(table.map(({ stopped }) => stopped).sort()).toEqual([
    'catalog',
    'device',
    'notification',
    'offer',
    'order',
    'service-request',
  ]);
});

for (const { stopped, failingPages, workingPages } of table)
  test(`${stopped} is stopped while the back office is open: its part shows an error, the rest works, and Retry recovers`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 50[0-9]|Failed to (fetch|load)/);
    // The gateway may have cached the public lists of products.
    if (stopped === 'catalog') await restartPart('gateway');
    await openAsStaff(page, '/admin/dashboard?tab=add-product');
    await whileDown(stopped, async () => {
      for (const { page: name, text } of failingPages) {
        await goTo(page, name);
        const main = placeOf(page, name);
        await expect(main.getByText(text).first(), `${name} says so`).toBeVisible();
        await expect(main.getByRole('button', { name: /^Retry/ }).first()).toBeVisible();
      }
      for (const name of workingPages) {
        await goTo(page, name);
        const main = placeOf(page, name);
        await expect(contents[name]?.(main) ?? main, `${name} works`).toBeVisible();
        await expect(main.getByRole('alert')).toHaveCount(0);
      }
    });
    for (const { page: name, text } of failingPages) {
      await goTo(page, name);
      const main = placeOf(page, name);
      await expect(async () => {
        const gap = main.getByText(text).first();
        if (await gap.isVisible())
          await main
            .getByRole('button', { name: /^Retry/ })
            .first()
            .click({ timeout: 1_000 });
        await expect(gap).toHaveCount(0, { timeout: 3_000 });
      }, `${name} is back`).toPass({ timeout: 30_000 });
    }
  });

test('auth is stopped while the back office is open: visible data stays, and tabs load again when it is back', async ({
  page,
  allowErrors,
}) => {
  // While auth is down the gateway recognises no admin, so it refuses reports of the staff remote with 400.
  allowErrors(/status of (404|50[0-9])|status of 400.*\/reports|Refused to (apply|execute)|RemoteLoadError/);
  await openAsStaff(page, '/admin/dashboard?tab=checkout-orders');
  const row = page.getByRole('tabpanel').getByRole('row').nth(1);
  await expect(row).toBeVisible();
  // The gateway caches auth's answer for a second (decision 33).
  const file = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => /\/remotes\/mfe-admin\/.*checkout-orders\.v[0-9a-f]+\.js$/.test(name)) ?? '',
  );
  await whileDown('auth', async () => {
    await expect
      .poll(() => page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).ok, file))
      .toBe(false);
    await expect(row).toBeVisible();
    await page.getByRole('tab', { name: 'Add Offer' }).click();
    await expect(page.getByText('This tab could not be loaded.')).toBeVisible();
  });
  await expect(async () => {
    const retry = page.getByRole('tabpanel').getByRole('button', { name: 'Retry' });
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 1_000 });
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
});
