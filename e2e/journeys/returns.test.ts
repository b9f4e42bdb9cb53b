import { paymentMethods } from '@kinmel/contracts/browser';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { fillDelivery, placeOrderButton, putInCart } from '../support/pages/checkout.ts';
import { followRequest } from '../support/pages/requests.ts';
import { openAsStaff } from '../support/people/account.ts';
import { adminCall } from '../support/people/admin.ts';
import { ordersOf, signedUp } from '../support/people/customer.ts';

test('a return from My Orders is accepted and received by staff, who offer a lower refund, which the customer accepts by link as credit', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await signedUp(page);
  const product = await adminCall('POST', '/api/products', {
    name: `Return Watch ${Date.now()}`,
    description: 'Returned by a test.',
    price: 2500,
    category: 'watch',
    stock: 10,
  });
  await putInCart(page, product.id);
  await fillDelivery(page);
  await page.getByRole('radio', { name: paymentMethods.cash_on_delivery.label }).check();
  await placeOrderButton(page).click();
  await expect.poll(async () => (await ordersOf(page)).length).toBe(1);
  const [order] = await ordersOf(page);
  const { _id: orderId = '', orderNumber = '' } = order ?? {};
  await adminCall('PUT', `/api/checkout-orders/admin/orders/${orderId}/status`, {
    orderStatus: 'delivered',
    paymentStatus: 'paid',
    adminNotes: 'Handed over in the shop.',
  });

  await test.step('the customer returns the only line', async () => {
    await page.goto('/orders');
    await page.getByRole('link', { name: 'Return items' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Return items' })).toBeVisible();
    await page.getByRole('radio', { name: /^Faulty/ }).check();
    await page.getByRole('radio', { name: /^Exchange/ }).check();
    const refundRegion = page.getByRole('region', { name: 'What comes back' });
    await expect(refundRegion.getByText('Shop credit')).toBeVisible();
    const photo = { name: 'watch.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.getByLabel(/^Photo 1/).setInputFiles(photo);
    await expect(page.getByLabel(/^Photo 2/)).toBeAttached();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Send return' }).click();
    await expect(page.getByText('We have your return.')).toBeVisible();
  });
  await followRequest(page);
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByText('Received', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Yours, 1' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await test.step('staff accept and receive the goods, and offer a lower refund', async () => {
    const context = await browser.newContext();
    const staff = await context.newPage();
    await openAsStaff(staff, `/admin/returns?search=${orderNumber}`);
    const row = staff
      .getByRole('row')
      .or(staff.getByRole('listitem'))
      .filter({ hasText: orderNumber })
      .first();
    await expect(row).toBeVisible();
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    const view = row.getByRole('button', { name: /^Details/ });
    await ((await view.count()) > 0 ? view : row.getByRole('button')).click();
    const details = staff.getByRole('dialog', { name: /Details$/ });
    await expect(details.getByRole('img', { name: /by the customer$/ })).toBeVisible();
    for (const [step, nextStep] of [
      ['Accept', 'Received'],
      ['Received', 'Inspect'],
    ] as const) {
      await details.getByRole('button', { name: step, exact: true }).click();
      const form = staff.getByRole('dialog', { name: 'Update Status' });
      await form.getByRole('button', { name: 'Save status' }).click();
      await expect(details.getByRole('button', { name: nextStep, exact: true })).toBeVisible();
    }
    await expectAccessible(staff);
    await details.getByRole('button', { name: 'Inspect' }).click();
    const inspection = staff.getByRole('dialog', { name: 'Inspect return' });
    for (const line of await inspection.getByLabel(/^\d+ ×/).all()) await line.selectOption('restock');
    await inspection.getByLabel('Goods').selectOption('lower');
    await inspection.getByLabel('Lower refund').fill('1500');
    await inspection.getByLabel(/^Admin notes/).fill('The strap is torn.');
    await expectAccessible(staff);
    await inspection.getByRole('button', { name: 'Offer lower refund' }).click();
    await expect(details.getByText('Offered').first()).toBeVisible();
    await context.close();
  });

  await test.step('the customer accepts the lower refund', async () => {
    await page.reload();
    await expect(status.getByText('NPR 1,500')).toBeVisible();
    await expect(status.getByText('The strap is torn.')).toBeVisible();
    await page.getByRole('button', { name: 'Accept refund' }).click();
    const question = page.getByRole('dialog', { name: 'Accept the lower refund?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Accept refund' }).click();
    await expect(page.getByText('Thank you! We refund you next, and write when it is done.')).toBeVisible();
    await expect(status.getByText('Settled', { exact: true })).toBeVisible();
  });

  await test.step('My Orders shows the credit', async () => {
    const refunded = page.getByText(/^Return .*: NPR 1,500 as credit$/);
    await expect(async () => {
      await page.goto('/orders');
      await expect(refunded).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'View order' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download credit note of return/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^credit-note-of-return-.*\.pdf$/);
  });
  await adminCall('DELETE', `/api/products/${product.id}`);
});
