import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { productsOf } from '../support/pages/shop-products.ts';
import { anAccount, logIn, logOut, openAsStaff } from '../support/people/account.ts';
import { adminRead } from '../support/people/admin.ts';
import { stackState } from '../support/stack/stack-control.ts';

const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
};

test('an admin who signs in gets the back office without a page load, and its files are refused after logout (N-01, AGATE-01, AGATE-16)', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/the server responded with a status of 404/);
  const { people } = await stackState();
  await page.goto('/admin/dashboard?tab=add-offer');
  await page.waitForURL('**/login');
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/remotes/mfe-admin/')) files.push(request.url());
  });
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await logIn(page, people.admin);
  await page.waitForURL('**/admin/dashboard?tab=add-offer');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  expect(documents, 'documents that were loaded').toBe(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  expect(files.length).toBeGreaterThan(2);

  if (await page.getByRole('button', { name: 'Menu' }).isVisible())
    await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await page.goBack();
  await page.waitForURL('**/login');
  // Services cache the state of a session for a second (decision 33).
  const loaded = new Set(files);
  page.removeAllListeners('request');
  for (const file of loaded)
    await expect
      .poll(() => page.evaluate(async (url) => (await fetch(url, { cache: 'reload' })).status, file))
      .toBe(404);
});

test(`a customer's visit requests nothing with "admin" in its path except documents (rows 13, 16) @desktop`, async ({
  page,
}) => {
  const customer = await anAccount();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/admin/i.test(pathname) && !request.isNavigationRequest()) requests.push(pathname);
  });
  await page.goto('/login');
  await logIn(page, customer);
  await page.waitForURL((url) => url.pathname === '/');
  const [product] = await productsOf('smartphone');
  for (const path of [
    '/categories',
    `/productdetails?id=${product?.id}`,
    '/cart',
    '/specialoffers',
    '/orders',
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/admin/dashboard');
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText("You don't have permission to access this page.")).toHaveCount(1);
  await page.goto('/products');
  await expect(page.getByText('Access Denied. You must be an admin to view this page.')).toBeVisible();
  await expectAccessible(page);
  await logOut(page);
  expect(requests).toEqual([]);
});

test('frame, orders and offers of the back office are accessible (ACHK-01, AOFF-07)', async ({ page }) => {
  await openAsStaff(page, '/admin/dashboard');
  for (const name of ['Checkout Orders', 'Add Offer']) {
    await openTab(page, name);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await openTab(page, 'Checkout Orders');
  await page.getByText(/^KM-/).first().click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('dialog', { name: 'Update order' })).toBeVisible();
  await expectAccessible(page);
});

test('the search finds an order from another page by a key, and opens it', async ({ page }) => {
  const { orders } = await adminRead<{ orders: { orderNumber: string }[] }>(
    '/api/checkout-orders/admin/orders',
  );
  const number = orders[0]?.orderNumber ?? '';
  await openAsStaff(page, '/admin/rates');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search for anything' })).toBeFocused();
  await page.keyboard.type(number);
  const option = page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: number });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/dashboard?tab=checkout-orders&record=*');
  await expect(page.getByRole('dialog').getByText(number).first()).toBeVisible();
});

test('the label of a device is one page on label stock, A6 and A4 @desktop', async ({ page }) => {
  const { data } = await adminRead<{ data: { devices: { id: string }[] } }>('/api/admin/devices');
  await openAsStaff(page, `/admin/devices/${data.devices[0]?.id}`);
  await expect(page.getByRole('button', { name: 'Print label' })).toBeVisible();
  for (const paper of [{ width: '62mm', height: '29mm' }, { format: 'A6' }, { format: 'A4' }]) {
    const file = await page.pdf(paper);
    expect(file.toString('latin1').match(/\/Type \/Page\b/g), JSON.stringify(paper)).toHaveLength(1);
  }
});
