import { expect, test } from '../support/journey.ts';
import { logIn } from '../support/people/account.ts';
import { anotherAdmin } from '../support/people/another-admin.ts';
import { addAuthenticator } from '../support/people/authenticator.ts';
import { restartPart } from '../support/stack/stack-control.ts';

test.beforeAll(() => restartPart('auth', { REQUIRE_STAFF_PASSKEY: 'true' }));
test.afterAll(() => restartPart('auth'));

test('a person of the staff who needs a passkey adds one, and then works and signs in with it (AUTH-W6)', async ({
  page,
  allowErrors,
}) => {
  // The first calls of the back office are refused, because the session was only confirmed by a password.
  allowErrors(/status of 403/);
  const person = await anotherAdmin();
  await addAuthenticator(page);
  await page.goto('/login');
  await logIn(page, person);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Add a passkey' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add a passkey' }).click();
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByLabel('Name of the new passkey').fill('Office');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText('Office', { exact: true })).toBeVisible();
  await page.goto('/admin/staff');
  await expect(page.getByRole('heading', { name: 'Staff', exact: true }).first()).toBeVisible();

  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('dialog', { name: 'Logout' }).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await logIn(page, person);
  await expect(page.getByRole('alert')).toHaveText('Please sign in with your passkey or a recovery code.');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/admin/staff');
  await expect(page.getByText(person.email)).toBeVisible();
});
