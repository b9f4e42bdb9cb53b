import type { DeviceAnswer } from '@kinmel/contracts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { fillDelivery, placeOrderButton } from '../support/pages/checkout.ts';
import { anImei, followRequest } from '../support/pages/requests.ts';
import { openAsStaff } from '../support/people/account.ts';
import { adminCall, adminRead } from '../support/people/admin.ts';
import { ordersOf, signedUp } from '../support/people/customer.ts';

test('a phone is sold for credit by the tracking link, received and inspected by staff on a phone, put on sale, chosen by its grade, paid, and has a passport', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const customer = await signedUp(page);
  const imei = anImei();
  const status = page.getByRole('region', { name: 'Status' });

  await test.step('the seller offers it with its IMEI', async () => {
    await page.goto('/sellyourphone');
    await page.getByLabel('Brand').selectOption('apple');
    await page.getByLabel('Model').fill('iPhone 13');
    await page.getByLabel('Storage').selectOption('128');
    await page.getByLabel('Color').selectOption('blue');
    await page.getByRole('radio', { name: /^Good/ }).check();
    await page.getByLabel(/^IMEI/).fill(`${imei.slice(0, 6)} ${imei.slice(6)}`);
    await page.getByLabel('Expected price').fill('290.00');
    await page.getByLabel('Full name').fill(customer.name);
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Phone', { exact: true }).fill('+977 980 123 4567');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText(/^Your phone selling request has been submitted/)).toBeVisible();
    await followRequest(page);
  });
  const requestList = await adminRead<{ data: { requests: { id: string }[] } }>(
    `/api/sell-phone/requests?search=${encodeURIComponent(customer.email)}`,
  );
  const requestId = requestList.data.requests[0]?.id ?? '';
  const quote = { estimatedPrice: 200, status: 'quoted', adminNotes: 'As you described it.' };
  await adminCall('PUT', `/api/sell-phone/request/${requestId}/quote`, quote);

  await test.step('and chooses credit, with the bonus', async () => {
    await page.reload();
    const credit = page.getByRole('radio', { name: /^Shop credit: NPR 28,350/ });
    await credit.check();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await expect(page.getByText('Thank you! Bring your phone or send it to us.')).toBeVisible();
  });

  let deviceId = '';
  await test.step('staff receive and inspect it on a phone', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const staff = await context.newPage();
    await openAsStaff(staff, `/admin/dashboard?tab=sell-requests&record=${requestId}`);
    await staff.getByRole('button', { name: 'Receive phone' }).click();
    const receive = staff.getByRole('dialog', { name: 'Receive phone' });
    await expect(receive.getByText(`IMEI of the form …${imei.slice(-4)}.`)).toBeVisible();
    await expectAccessible(staff);
    await receive.getByRole('button', { name: 'Receive phone' }).click();
    await staff.waitForURL('**/admin/devices?record=*');
    deviceId = new URL(staff.url()).searchParams.get('record') ?? '';
    await staff.getByRole('button', { name: 'Inspect', exact: true }).click();
    const form = staff.getByRole('dialog', { name: 'Inspect device' });
    for (const [group, choice] of [
      ['Wear of the screen', 'None'],
      ['Wear of the body', 'Light'],
      ['Buttons', 'Works'],
      ['Cameras', 'Works'],
      ['Network', 'Works'],
    ] as const)
      await form
        .getByRole('radiogroup', { name: group })
        .getByRole('radio', { name: choice, exact: true })
        .check({ force: true });
    await form.getByLabel('Battery health').fill('88');
    await form.getByRole('radio', { name: 'As quoted' }).check({ force: true });
    const photo = { name: 'front.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await form.getByLabel('Photos').setInputFiles(photo);
    await expect(form.getByText('front.png', { exact: true })).toBeVisible();
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await form.getByRole('button', { name: 'Save inspection' }).click();
    await staff.getByRole('button', { name: 'Yes, go on' }).click();
    await expect(form).toHaveCount(0);
    await expect(async () => {
      await staff.reload();
      const next = staff.getByText('Put it on sale, or repair it in the workshop first.');
      await expect(next).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expectNoSidewaysScroll(staff);
    await context.close();
  });

  await test.step('the seller has the credit', async () => {
    await expect(async () => {
      await page.reload();
      await expect(status.getByText('Completed', { exact: true })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expect(async () => {
      await page.goto('/profile');
      await expect(page.getByText('NPR 28,350').first()).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
  });

  const product = await adminCall('POST', '/api/products', {
    name: `Traded iPhone ${Date.now()}`,
    description: 'Sold by a test.',
    price: 45_000,
    category: 'premiumsmartphones',
    stock: 0,
  });
  const readDevice = async () =>
    (await adminRead<{ data: DeviceAnswer }>(`/api/admin/devices/${deviceId}`)).data;
  await expect.poll(async () => (await readDevice()).purchase, { timeout: 30_000 }).toBe('agreed');
  const { version, passportLink } = await readDevice();
  await adminCall('PUT', `/api/admin/devices/${deviceId}/sale`, {
    version,
    productId: product.id,
    price: { amountInMinorUnits: 4_200_000, currency: 'NPR' },
  });

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const buyer = await context.newPage();
  await test.step('a buyer chooses it on the page of the product and pays', async () => {
    await signedUp(buyer);
    const choice = buyer.getByRole('radio', { name: /^Grade B/ });
    await expect(async () => {
      await buyer.goto(`/productdetails?id=${product.id}`);
      await expect(choice).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await choice.check();
    await expectAccessible(buyer);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(buyer.getByText('Added to Cart!')).toBeVisible();
    await fillDelivery(buyer);
    await buyer.getByRole('radio', { name: /^Card/ }).check();
    await placeOrderButton(buyer).click();
    await buyer.getByRole('button', { name: /^Pay/ }).click();
    await buyer.waitForURL('**/payment-success?**');
    await expect(buyer.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
    const [order] = await ordersOf(buyer);
    expect(JSON.stringify(order)).toContain(deviceId);
    await expect.poll(async () => (await readDevice()).place, { timeout: 30_000 }).toBe('sold');
  });

  await test.step('its passport opens', async () => {
    await buyer.goto('/orders');
    await buyer.getByRole('link', { name: 'Passport of this phone' }).click();
    await buyer.waitForURL(`**${passportLink}`);
    // Rendered on the server; on a busy machine an earlier answer comes without a rendering.
    await expect
      .poll(async () => (await buyer.request.get(passportLink)).text())
      .toContain('What we inspected</h2>');
    await expect(
      buyer.getByRole('heading', { level: 2, name: 'Apple iPhone 13, 128 GB, Blue' }),
    ).toBeVisible();
    await expect(buyer.getByText(`…${imei.slice(-4)}`)).toBeVisible();
    expect(await buyer.content()).not.toContain(imei);
    await expectAccessible(buyer);
    await expectNoSidewaysScroll(buyer);
    await context.close();
  });
});
