import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';

test('a visitor opens the shop and sees products with pictures and prices', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/NPR [\d,]+/)
      .first(),
  ).toBeVisible();
  const picture = page.getByRole('main').locator('img[src^="/uploads/"]').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('without JavaScript every page says what the shop needs @desktop', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const path of ['/', '/smartphone', '/nothing']) {
    await page.goto(path);
    const sentence = page.locator('body > noscript p');
    await expect(sentence).toBeVisible();
    await expect(sentence).toContainText('signing in and all forms need it');
  }
  await page.close();
});
