import type { Page } from '@playwright/test';
import { expect, expectSettled, test } from '../support/journey.ts';
import { addressOf } from '../support/pages/shop-pages.ts';

/** The name of the focused control, and the bar that covers its middle, if any. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body) return undefined;
    const { left, top, width, height } = control.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    let bar = control.contains(above) ? null : above;
    while (bar && !['fixed', 'sticky'].includes(getComputedStyle(bar).position)) bar = bar.parentElement;
    return {
      name: control.getAttribute('aria-label') ?? control.textContent ?? '',
      hiddenBy: bar && !bar.contains(control) ? bar.outerHTML.slice(0, 120) : undefined,
    };
  });

/** Presses a key until the focus has passed through the page; returns the controls that were covered while focused. */
async function hiddenStops(page: Page, key: 'Tab' | 'Shift+Tab', stops: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press(key);
    // The bar appears after a scroll, and a part of the page that loads later moves the rest of it.
    let focus: Awaited<ReturnType<typeof readFocus>>;
    for (let tries = 0; tries < 10; tries += 1) {
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      focus = await readFocus(page);
      if (!focus?.hiddenBy) break;
    }
    if (focus?.hiddenBy) hidden.push(`${focus.name} by ${focus.hiddenBy}`);
  }
  return hidden;
}

test('no sticky bar covers the focused control', async ({ page, isMobile }) => {
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(isMobile ? await addressOf({ address: '/productdetails?id={id}' }) : '/smartphone');
  await expectSettled(page);
  await page.getByRole('main').getByRole('link').first().focus();
  expect(await hiddenStops(page, 'Tab', 50)).toEqual([]);
  expect(await hiddenStops(page, 'Shift+Tab', 50)).toEqual([]);
});
