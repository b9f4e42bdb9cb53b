import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { translateAsChrome } from './translator.ts';

/**
 * Set by the project. `isTranslated`: pages are translated as a browser would, and no translated text may become stale.
 */
export interface JourneyOptions {
  readonly isTranslated: boolean;
}

/**
 * The `test` of every journey: relative addresses, and an uncaught error, a console error or a CSP violation fails the
 * test. A test that expects an error names it with `allowErrors`.
 */
export const test = base.extend<
  JourneyOptions & { allowErrors: (pattern: RegExp) => void; translator: undefined }
>({
  isTranslated: [false, { option: true }],
  allowErrors: [
    async ({ page, isTranslated }, use, testInfo) => {
      // A part of the page that hydrates after it was translated is rendered again on the client.
      const allowed = isTranslated ? [/React error #418/] : [];
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        // A CSP violation is a console error, or a warning in report-only mode.
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
  translator: [
    async ({ browser, context, isTranslated }, use) => {
      const staleTexts: string[] = [];
      const newContext = browser.newContext.bind(browser);
      const addTranslator = async (browserContext: BrowserContext) => {
        await browserContext.exposeFunction('noteStaleText', (place: string) => staleTexts.push(place));
        await browserContext.addInitScript(translateAsChrome);
        return browserContext;
      };
      if (isTranslated) {
        await addTranslator(context);
        browser.newContext = async (options) => addTranslator(await newContext(options));
      }
      await use(undefined);
      browser.newContext = newContext;
      expect(staleTexts, 'texts that changed, but not on the translated page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** axe finds no violation of WCAG 2.2 AA and its best practices on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still loading has no heading.
  await expect(page.locator('h1').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    // Only violations, and no search in frames: half the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(page.frames()).toHaveLength(1);
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join(', ')})`,
  );
  expect(findings, 'accessibility findings').toEqual([]);
}

/** The page has no horizontal scroll. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(width.content).toBeLessThanOrEqual(width.window);
}

/** The page has loaded: its title shows, nothing is pending, and every button of the cart's remote works. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart', disabled: true })).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator, maxPresses = 40): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, `focus after ${maxPresses} times Tab`).toBeFocused({ timeout: 1 });
}
