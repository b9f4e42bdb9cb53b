import { expect, test } from '../support/journey.ts';

test('a search with a typo finds the product', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('search').getByLabel('Search products');
  await field.fill('galxy s25');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search-results\?q=galxy\+s25$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/results? found for "galxy s25"/);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Galaxy S25/ })
      .first(),
  ).toBeVisible();
});
