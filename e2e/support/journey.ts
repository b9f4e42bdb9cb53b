import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

/**
 * The `test` of every journey: addresses are relative to the shop under test, and an uncaught error, an error in
 * the console or a violation of the Content Security Policy fails the test that caused it. A test that wants an
 * error says which one by `allowErrors`.
 */
export const test = base.extend<{ allowErrors: (pattern: RegExp) => void }>({
  allowErrors: [
    async ({ page }, use, testInfo) => {
      const allowed: RegExp[] = [];
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        // A violation of the policy is an error in the console too, or a warning where it is only reported.
        if (message.type() === 'error' || message.text().includes('Content Security Policy'))
          errors.push(`console: ${message.text()} (${message.location().url})`);
      });
      await use((pattern) => allowed.push(pattern));
      const unexpected = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      if (testInfo.status === testInfo.expectedStatus)
        expect(unexpected, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** No finding of axe by WCAG 2.2 AA and its best practices, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still on its way has no heading, and is nothing to judge.
  await expect(page.locator('h1').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    // What is right needs no list of its places, and a page without frames no second page to gather findings in: half the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(page.frames()).toHaveLength(1);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join(', ')})`,
  );
  expect(found, 'accessibility findings').toEqual([]);
}

/** Nothing sticks out to the right: the page can be read without scrolling sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(width.content).toBeLessThanOrEqual(width.window);
}

/** The page is whole: its title stands, nothing loads any more, and every button of the cart's remote works. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart', disabled: true })).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, `focus after ${most} times Tab`).toBeFocused({ timeout: 1 });
}
