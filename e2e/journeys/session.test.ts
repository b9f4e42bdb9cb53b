import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import {
  anAccount,
  countRenewals,
  expectSignedIn,
  expectSignedOut,
  logIn,
  logOut,
  storedSession,
  storeToken,
} from '../support/people/account.ts';
import type { Customer } from '../support/people/customer.ts';
import { isLong } from '../support/repeats.ts';
import { expiredToken } from '../support/stack/stack-control.ts';

/** A page with a freshly signed-in user. */
async function signIn(page: Page, customer?: Customer): Promise<Customer> {
  const signedInCustomer = customer ?? (await anAccount());
  await page.goto('/login');
  await logIn(page, signedInCustomer);
  await expectSignedIn(page);
  return signedInCustomer;
}

/** Another tab of the same browser. */
const openTab = async (context: BrowserContext, address: string) => {
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
};

test('a logout or login in one tab applies to all tabs (AUTH-07, AUTH-08, AUTH-12) @desktop', async ({
  page,
  context,
}) => {
  const customer = await signIn(page);
  const shopping = await openTab(context, '/categories');
  const profile = await openTab(context, '/profile');
  await expectSignedIn(shopping);
  await expectSignedIn(profile);
  await logOut(page);
  await expectSignedOut(shopping);
  await expect(shopping).toHaveURL(/\/categories$/);
  // The login page leads back afterwards.
  await profile.waitForURL('**/login');
  await page.waitForURL('**/login');
  await logIn(page, customer);
  await expectSignedIn(shopping);
  await profile.waitForURL('**/profile');
  await expectSignedIn(profile);
});

test('tabs that renew an expired token at the same time renew it once and stay signed in (AUTH-23, AUTH-24) @desktop', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/401/);
  const customer = await signIn(page);
  const tabs = [page, await openTab(context, '/categories'), await openTab(context, '/categories')];
  const renewals = tabs.map(countRenewals);
  const expired = await expiredToken();
  for (let round = 1; round <= (isLong ? 20 : 5); round += 1) {
    // Stored from a page without scripts, because an unloading page would start its own renewal.
    await Promise.all(tabs.map((tab) => tab.goto('/robots.txt')));
    await storeToken(page, expired);
    await Promise.all(tabs.map((tab) => tab.goto('/profile')));
    for (const tab of tabs) {
      await expect(tab.getByText('This device')).toBeVisible();
      await expect(tab).toHaveURL(/\/profile$/);
    }
    expect(renewals.reduce((sum, count) => sum + count(), 0)).toBe(round);
  }
  await expect(page.getByText(customer.email).first()).toBeAttached();
});

test('local storage copied to another browser is no session, and the owner stays signed in @desktop', async ({
  page,
  browser,
  allowErrors,
}) => {
  allowErrors(/401/);
  await signIn(page);
  const storedEntries = await storedSession(page);
  const thief = await (await browser.newContext()).newPage();
  await thief.goto('/categories');
  await thief.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, storedEntries);
  // The access token is valid for 15 minutes; after that the refresh cookie is needed.
  const expired = await expiredToken();
  await storeToken(thief, expired);
  const renewals = countRenewals(thief);
  await thief.goto('/profile');
  await thief.waitForURL('**/login');
  expect(renewals()).toBe(1);
  expect(await storedSession(thief)).toEqual([]);
  await thief.context().close();
  await storeToken(page, expired);
  await page.goto('/profile');
  await expect(page.getByText('This device')).toBeVisible();
});
