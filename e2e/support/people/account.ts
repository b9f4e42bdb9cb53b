import type { SessionAnswer } from '@kinmel/contracts';
import { expect, type Page } from '@playwright/test';
import { stackState } from '../stack/stack-control.ts';
import { aCustomer, type Customer } from './customer.ts';

/** An account created through the API, in which no browser is signed in. */
export async function anAccount(): Promise<Customer & { readonly id: string }> {
  const customer = aCustomer();
  const { urls } = await stackState();
  const answer = await fetch(`${urls.shop}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      fullName: customer.name,
      email: customer.email,
      number: '9800000000',
      password: customer.password,
    }),
  });
  if (!answer.ok) throw new Error(`signing up was answered with ${answer.status}: ${await answer.text()}`);
  const { user }: SessionAnswer = await answer.json();
  return { ...customer, id: user.id };
}

/** Header elements that only signed-in users have, at every width. */
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Profile' }).first();

/** The page shows a signed-in user. */
export const expectSignedIn = (page: Page) => expect(profileLink(page)).toBeVisible();

export const expectSignedOut = (page: Page) => expect(profileLink(page)).toHaveCount(0);

/** Fills in and submits the form on `/login`. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Login' }).click();
}

/** Fills in and submits the form on `/signup`. */
export async function signUp(page: Page, { name, email, password }: Customer): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Full name').fill(name);
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Number').fill('9800000000');
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByLabel('Confirm password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Signup' }).click();
}

export const logoutQuestion = (page: Page) => page.getByRole('dialog', { name: 'Logout' });

/** Clicks Logout (in the menu on phones) and leaves the confirmation open. */
export async function askToLogOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) !== 'true') await menu.click();
  await page.getByRole('button', { name: 'Logout', exact: true }).first().click();
  await expect(logoutQuestion(page)).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await askToLogOut(page);
  await logoutQuestion(page).getByRole('button', { name: 'Logout' }).click();
  await expectSignedOut(page);
}

/** Counts the page's token renewals, at either address. */
export function countRenewals(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/\/api\/(auth\/refresh|refresh-token)$/.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

/** Everything that the session stores in localStorage. */
export const storedSession = (page: Page) =>
  page.evaluate(() =>
    ['token', 'refreshToken', 'loggedInUser', 'kinmel:token-received'].flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as const];
    }),
  );

/** Replaces the stored access token; a page uses it after a reload. */
export const storeToken = (page: Page, token: string) =>
  page.evaluate((newToken) => {
    localStorage.setItem('kinmel:token-received', String(Date.now()));
    localStorage.setItem('token', newToken);
  }, token);

/** Signs in as the admin of the sample data and opens a back-office page. */
export async function openAsStaff(page: Page, address: string): Promise<void> {
  const { people } = await stackState();
  await page.goto('/login');
  await logIn(page, people.admin);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
