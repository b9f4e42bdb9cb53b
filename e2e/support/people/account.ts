import { expect, type Page } from '@playwright/test';
import { stackState } from '../stack/stack-control.ts';
import { aCustomer, type Customer } from './customer.ts';

/** Somebody who signed up elsewhere: the account is there, and no browser of this test knows of it. */
export async function anAccount(): Promise<Customer> {
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
  return customer;
}

/** What only who is signed in has in the header, at every width. */
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Profile' }).first();

/** The page knows that somebody is signed in, and has drawn it. */
export const expectSignedIn = (page: Page) => expect(profileLink(page)).toBeVisible();

export const expectSignedOut = (page: Page) => expect(profileLink(page)).toHaveCount(0);

/** To `/profile` by the header, once its sections have their answers. */
export async function goToProfile(page: Page): Promise<void> {
  await profileLink(page).click();
  await expect(page.getByText('This device')).toBeVisible();
}

/** Fills in and sends the form of `/login`, on which the page stands. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Login' }).click();
}

/** Fills in and sends the form of `/signup`, on which the page stands. */
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

/** Asks to log out, by the menu on phones, and leaves the question open. */
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

/** Counts the renewals that the page asks for, by either of their addresses. */
export function countRenewals(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/\/api\/(auth\/refresh|refresh-token)$/.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

/** Everything that the session keeps in the storage of a browser. */
export const storedSession = (page: Page) =>
  page.evaluate(() =>
    ['token', 'refreshToken', 'loggedInUser', 'kinmel:token-received'].flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as const];
    }),
  );

/** Puts another access token in the place of the one that the browser keeps; a page takes it over when it is loaded. */
export const storeToken = (page: Page, token: string) =>
  page.evaluate((stored) => {
    localStorage.setItem('kinmel:token-received', String(Date.now()));
    localStorage.setItem('token', stored);
  }, token);

/** Signs in as the admin of the sample data, and opens a page of the back office. */
export async function openAsStaff(page: Page, address: string): Promise<void> {
  const { people } = await stackState();
  await page.goto('/login');
  await logIn(page, people.admin);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
