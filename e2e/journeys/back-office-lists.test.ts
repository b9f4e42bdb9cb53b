import { widestWindowPx } from '@kinmel/ui/widths';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { addLongestRecords } from '../support/pages/longest-values.ts';
import { openAsStaff } from '../support/people/account.ts';

interface List {
  readonly list: string;
  readonly address: (mark: string) => string;
  /** Label of the search field when the search is not in the URL. */
  readonly search?: string;
}

/** All lists of the back office, with a search for a record. */
const lists: readonly List[] = [
  { list: 'Sell Phone Requests', address: (mark: string) => `/admin/dashboard?search=${mark}` },
  {
    list: 'Booking Orders',
    address: (mark: string) => `/admin/dashboard?tab=booking-orders&search=${mark}`,
  },
  {
    list: 'Checkout Orders',
    address: (mark: string) => `/admin/dashboard?tab=checkout-orders&search=${mark}`,
  },
  {
    list: 'Manage Products',
    address: (mark: string) => `/admin/dashboard?tab=manage-products&search=${mark}`,
  },
  { list: 'Repair bookings', address: (mark: string) => `/admin/repair-bookings?view=list&search=${mark}` },
  { list: 'Add Offer', address: () => '/admin/dashboard?tab=add-offer', search: 'Search offers' },
  { list: 'Work queue', address: () => '/admin/work?mine=yes' },
  { list: 'Who did what', address: () => '/admin/audit' },
];
const widths = [1440, 1280, 1024, 390];

/**
 * Controls in rows that cannot be clicked: outside of the table or window, or covered. In tables with an action column
 * only that is checked.
 */
const unreachable = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      ':is(td[data-column="actions"], [role="grid"]:not(:has([data-column="actions"])) td, main ul[aria-label] > li) :is(button, a[href], select)',
    );
    for (const control of controls) {
      control.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'nearest' });
      control.closest('section')?.scrollTo({ left: 0, behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const box = control.closest('[role="grid"]')?.parentElement?.getBoundingClientRect();
      const isInside =
        left >= Math.max(box?.left ?? 0, 0) && right <= Math.min(box?.right ?? innerWidth, innerWidth);
      if (!isInside || topElement === null || !(control.contains(topElement) || topElement.contains(control)))
        found.push(control.getAttribute('aria-label') ?? control.textContent);
    }
    return { found, controls: controls.length };
  });

/** Truncated texts without a title. */
const truncatedWithoutTitle = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="grid"] td *')]
      .filter(
        (text) =>
          text.childElementCount === 0 &&
          (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight) &&
          getComputedStyle(text).overflow !== 'visible' &&
          getComputedStyle(text).position !== 'absolute' &&
          text.title !== text.textContent,
      )
      .map(({ textContent }) => textContent),
  );

test('row actions are clickable at 1440, 1280, 1024 and 390 px with the longest texts @desktop', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { mark, removeProduct } = await addLongestRecords();
  try {
    await openAsStaff(page, '/admin/dashboard');
    for (const { list, address, search } of lists) {
      for (const width of widths) {
        const where = `${list} at ${width} px`;
        await page.setViewportSize({ width, height: 900 });
        await page.goto(address(mark));
        if (search) await page.getByRole('searchbox', { name: search }).fill(mark);
        await expect(page.getByText(mark).first(), where).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]'), where).toHaveCount(0);
        await expectNoSidewaysScroll(page);
        const { found, controls } = await unreachable(page);
        expect(found, where).toEqual([]);
        expect(controls, where).toBeGreaterThan(0);
        expect(await truncatedWithoutTitle(page), where).toEqual([]);
        if (width <= widestWindowPx.phone || list === 'Add Offer') continue;
        const height = await page
          .getByRole('row')
          .filter({ hasText: mark })
          .first()
          .evaluate((row) => row.getBoundingClientRect().height);
        // The audit log shows changed texts in full.
        if (list !== 'Who did what') expect(height, `height of a row of ${where}`).toBeLessThanOrEqual(120);
      }
    }
  } finally {
    await removeProduct();
  }
});
