import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { putInCart } from '../support/pages/checkout.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import {
  anAccount,
  askToLogOut,
  expectSignedIn,
  expectSignedOut,
  logIn,
  logOut,
  logoutQuestion,
  signUp,
  storedSession,
} from '../support/people/account.ts';
import { aCustomer } from '../support/people/customer.ts';

test('a user signs up, stays signed in, signs out after confirming, and signs in again (SIGN-03, NAV-27 to NAV-29, LOGIN-04, AUTH-09)', async ({
  page,
}) => {
  const customer = aCustomer();
  await test.step('signing up signs in and leads home', async () => {
    await page.goto('/signup');
    await signUp(page, customer);
    await page.waitForURL((url) => url.pathname === '/');
    await expectSignedIn(page);
    await expectAccessible(page);
  });

  await test.step('the browser is closed and opened again', async () => {
    await page.reload();
    await expectSignedIn(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('signed-in users are redirected from the pages of visitors (ROUTE-25, ROUTE-26)', async () => {
    for (const address of ['/login', '/signup']) {
      await page.goto(address);
      await page.waitForURL((url) => url.pathname === '/');
    }
  });

  await test.step('the logout can be cancelled', async () => {
    await askToLogOut(page);
    await expectAccessible(page);
    await logoutQuestion(page).getByRole('button', { name: 'Cancel' }).click();
    await expectSignedIn(page);
  });

  await test.step('logging out removes all data of the session', async () => {
    await logOut(page);
    await page.waitForURL('**/login');
    expect(await storedSession(page)).toEqual([]);
    await page.reload();
    await expectSignedOut(page);
  });

  await test.step('signing in again', async () => {
    await logIn(page, customer);
    await expect(page.getByText('Login successful')).toBeVisible();
    await page.waitForURL((url) => url.pathname === '/');
    await expectSignedIn(page);
  });
});

for (const address of ['/profile', '/orders', '/checkout?from=mail#delivery']) {
  test(`a link into ${address} requires a login first and then opens the page (SIL-10, ROUTE-22) @desktop`, async ({
    page,
  }) => {
    const customer = await anAccount();
    // Checkout with an empty cart redirects for another reason.
    await putInCart(page, (await anyProduct()).id);
    await page.goto(address);
    await page.waitForURL('**/login');
    await expect(page.getByText('Welcome back. Sign in to go on.')).toBeVisible();
    await logIn(page, customer);
    await page.waitForURL(`**${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Back does not lead to the login page: it is not in the history.
    await page.goBack();
    await expect(page).not.toHaveURL(/\/login/);
  });
}

test('autofilled fields look like typed ones', async ({ page }) => {
  await page.goto('/signup');
  const field = page.getByLabel('Full name');
  // Without the rounded corners, whose antialiasing varies.
  const screenshotOfField = async () => {
    await field.blur();
    const box = await field.locator('..').boundingBox();
    if (!box) throw new Error('The field is not rendered');
    const clip = { x: box.x + 8, y: box.y + 8, width: box.width - 16, height: box.height - 16 };
    return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  };
  await field.fill('Aarati Gurung');
  const typedScreenshot = await screenshotOfField();
  await field.fill('');
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('DOM.enable');
  const { root } = await chromium.send('DOM.getDocument');
  const { nodeId } = await chromium.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[name="fullName"]',
  });
  const { node } = await chromium.send('DOM.describeNode', { nodeId });
  await chromium.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    address: {
      fields: [
        { name: 'NAME_FULL', value: 'Aarati Gurung' },
        { name: 'EMAIL_ADDRESS', value: 'aarati@kinmel.example' },
        { name: 'PHONE_HOME_WHOLE_NUMBER', value: '+977 980 555 0147' },
      ],
    },
  });
  await expect(page.locator('input[name="fullName"]:autofill')).toHaveValue('Aarati Gurung');
  expect(await screenshotOfField()).toBe(typedScreenshot);
});
