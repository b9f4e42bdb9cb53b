import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import { anAccount, expectSignedIn, logIn, logOut } from '../support/people/account.ts';
import { addAuthenticator } from '../support/people/authenticator.ts';

async function logInWithAuthenticator(page: Page) {
  const customer = await anAccount();
  await addAuthenticator(page);
  await page.goto('/login');
  await logIn(page, customer);
  return customer;
}

const offerText = /^Next time, sign in without a password/;

test('a customer adds a passkey, signs in with it, and with a recovery code when it is lost (AUTH-W1, AUTH-W5)', async ({
  page,
}) => {
  const customer = await logInWithAuthenticator(page);
  await expectSignedIn(page);
  const section = page.getByRole('region', { name: 'Passkeys' });

  await test.step('it is offered after the sign-in with the password', async () => {
    const header = page.getByRole('banner');
    await expect(header.getByText(offerText)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await header.getByRole('link', { name: 'Add a passkey' }).click();
    await page.waitForURL('**/profile#passkeys');
    await expect(header.getByText(offerText)).toHaveCount(0);
  });

  const codes = await test.step('it is added, with recovery codes that are shown once', async () => {
    await section.getByLabel('Name of the new passkey').fill('My laptop');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(section.getByText('My laptop', { exact: true })).toBeVisible();
    await expect(section.locator('code')).toHaveCount(10);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const texts = await section.locator('code').allTextContents();
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section.locator('code')).toHaveCount(0);
    return texts;
  });

  await test.step('it signs in without e-mail and password', async () => {
    await logOut(page);
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectSignedIn(page);
    await page.waitForURL((url) => url.pathname === '/');
  });

  await test.step('a recovery code signs in in its place', async () => {
    await logOut(page);
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expectAccessible(page);
    await page.getByRole('main').getByLabel('Email').fill(customer.email);
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Login with code' }).click();
    await expectSignedIn(page);
    await page.goto('/profile#passkeys');
    await expect(section.getByText('9 recovery codes left')).toBeVisible();
  });

  await test.step('it is removed after a question', async () => {
    await section.getByRole('button', { name: 'Remove: My laptop' }).click();
    await page
      .getByRole('dialog', { name: 'Remove My laptop?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(section.getByText('My laptop', { exact: true })).toHaveCount(0);
  });
});

test('a customer who says "Not now" to a passkey is not asked again on this device (AUTH-W1)', async ({
  page,
}) => {
  const customer = await logInWithAuthenticator(page);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Not now' }).click();
  await expect(header.getByText(offerText)).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Profile' }).first()).toBeFocused();

  await logOut(page);
  await page.waitForURL('**/login');
  await logIn(page, customer);
  await expectSignedIn(page);
  await page.waitForLoadState('networkidle');
  await expect(header.getByText(offerText)).toHaveCount(0);
});
