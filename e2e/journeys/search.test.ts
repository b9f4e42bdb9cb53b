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

test('suggestions are chosen by keyboard alone @desktop', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('search').getByLabel('Search products');
  await field.click();
  await field.pressSequentially('pixel');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  // Search suggestions come first, products last.
  await field.press('ArrowUp');
  const chosen = options.last();
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'none');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/productdetails\?id=[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { level: 1, name: /Pixel/ })).toBeVisible();
});
