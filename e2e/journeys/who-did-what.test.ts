import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/account.ts';
import { adminCall } from '../support/people/admin.ts';

/** The name of the admin of the sample data. */
const adminName = 'Shop Admin';

test('"Who did what" shows the change of a product by staff: before, after and who (issue 20: who did what)', async ({
  page,
}) => {
  const [before, after] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)];
  const { id } = await adminCall('POST', '/api/products', {
    name: `Earphones ${before}`,
    brand: before,
    category: 'earphones',
    description: 'For the test of who did what.',
    price: 20,
    inStock: false,
  });
  try {
    await openAsStaff(page, `/edit-product/${id}`);
    await page.getByLabel('Brand').fill(after);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL((url) => url.pathname === '/products');

    await page.goto(`/edit-product/${id}`);
    await page.getByRole('link', { name: 'Who changed it' }).click();
    await page.waitForURL(`**/admin/audit?record=${id}`);
    const entry = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: 'Update product' })
      .first();
    await expect(entry).toBeVisible();
    for (const text of [adminName, before, after])
      await expect(entry.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    // By keyboard to everything this person did, and back.
    await entry.getByRole('link', { name: adminName }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/person=/);
    await expect(page.getByRole('button', { name: `Only ${adminName}: show everybody` })).toBeVisible();
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('person='));
    await expect(entry).toBeVisible();
  } finally {
    await adminCall('DELETE', `/api/products/${id}`);
  }
});
