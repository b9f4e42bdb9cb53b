import { expect, test } from '../support/journey.ts';

test('a browser below the floor keeps the server-rendered page and shows a notice @desktop', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  // Until its rendering is cached, a page may be sent without one.
  await expect(async () => {
    await page.goto('/smartphone');
    await expect(page.getByRole('heading', { level: 1, name: 'Smartphones' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('alert').filter({ hasText: 'This browser is too old' })).toBeVisible();
  await page.getByRole('main').getByRole('link').filter({ hasText: /./ }).first().click();
  await page.waitForURL((url) => url.pathname !== '/smartphone');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
});
