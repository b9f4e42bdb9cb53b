import { readFile } from 'node:fs/promises';
import { widestWindowPx } from '@kinmel/ui/widths';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { addressOf } from '../support/pages/shop-pages.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { openAsStaff } from '../support/people/account.ts';

const widths = [320, 390, widestWindowPx.phone, 800, 1024, 1120, 1280, 1440];

/** The addresses of all pages of a remote. Parameters are ids of sample records, or of none where there is no sample. */
async function addressesOf(remote: string): Promise<string[]> {
  const file = new URL(`../../${remote}/remote.json`, import.meta.url);
  const { pages } = JSON.parse(await readFile(file, 'utf8')) as { pages: { path: string }[] };
  const { id } = await anyProduct();
  const link = await addressOf({ address: '/request-links/{link}' });
  return pages.map(({ path }) =>
    path
      .replace('/edit-product/:id', `/edit-product/${id}`)
      .replace(':part', 'mfe-catalog')
      .replace('/request-links/:token', link)
      .replace(/:\w+/, 'x')
      .replace(/^\/productdetails$/, `/productdetails?id=${id}`),
  );
}

/** Staff can reach another page and Logout: beside the page and in the bar, or in the Menu. */
async function expectNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const hasMenu = await menu.isVisible();
  if (hasMenu) await menu.click();
  const place = hasMenu ? page.getByRole('dialog', { name: 'Back office' }) : page.getByRole('banner');
  const links = page.getByRole('navigation', { name: 'Back office' });
  await expect(links.getByRole('link', { name: 'Checkout Orders' })).toBeInViewport();
  await expect(place.getByRole('button', { name: 'Logout' }).first()).toBeInViewport();
  // The last groups are reached by scrolling the navigation alone.
  await links.getByRole('link', { name: 'Staff' }).scrollIntoViewIfNeeded();
  await expect(links.getByRole('link', { name: 'Staff' })).toBeInViewport();
  if (!hasMenu) return;
  await page.keyboard.press('Escape');
  await expect(place).toBeHidden();
}

/** No column of a table lies under its actions, or outside of the window. */
const expectWholeTables = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('[role="grid"]')]
          .filter(({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0))
          .map((table) => table.getAttribute('aria-label')),
      ),
    )
    .toEqual([]);

for (const remote of ['mfe-account', 'mfe-admin', 'mfe-cart-checkout', 'mfe-catalog', 'mfe-services'])
  test(`every page of ${remote} fits into windows of ${widths.join(', ')} px and has its navigation @desktop`, async ({
    page,
    allowErrors,
  }) => {
    // Unknown tokens, and an unknown customer.
    allowErrors(/status of 4\d\d/);
    test.setTimeout(240_000);
    const isStaff = remote === 'mfe-admin';
    if (isStaff) await openAsStaff(page, '/admin/dashboard');
    for (const address of await addressesOf(remote))
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScroll(page);
          if (width === 1440) await expectWholeTables(page);
          if (isStaff) await expectNavigation(page);
        }
      });
  });
