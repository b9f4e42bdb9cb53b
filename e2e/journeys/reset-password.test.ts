import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/journey.ts';
import {
  anAccount,
  expectSignedIn,
  expectSignedOut,
  logIn,
  storedSession,
} from '../support/people/account.ts';
import { aCustomer } from '../support/people/customer.ts';
import { mailsTo, mailTo } from '../support/stack/mailbox.ts';

const sentNotice = 'If an account exists for this email, a link to reset the password is on its way.';
const newPassword = 'Another4567';

test('a mailed link replaces a forgotten password once and ends all sessions of the account (RESET-01, SIL-06, SIL-08) @desktop', async ({
  page,
  browser,
  allowErrors,
}) => {
  allowErrors(/40[01]/);
  const customer = await anAccount();
  const otherDevice = await (await browser.newContext()).newPage();
  await test.step('another device is signed in', async () => {
    await otherDevice.goto('/login');
    await logIn(otherDevice, customer);
    await expectSignedIn(otherDevice);
  });

  await test.step('the page shows the same text whether an account exists or not', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    for (const email of [aCustomer().email, customer.email]) {
      await page.getByRole('main').getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByText(sentNotice)).toBeVisible();
      await page.reload();
    }
  });

  const link = /http\S+\/resetpassword\?token=\S+/.exec(await mailTo(customer.email, /password/i))?.[0];
  expect(link, 'the link of the mail').toBeDefined();

  await test.step('the link opens the page, and its key leaves the address bar', async () => {
    await page.goto(link ?? '');
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/resetpassword$/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByText('Your password is changed.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the link works once', async () => {
    await page.goto(link ?? '');
    await expect(page.getByText('This link was used already.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await page.waitForURL('**/forgetpassword');
  });

  await test.step('the other device is signed out', async () => {
    await otherDevice.goto('/profile');
    await otherDevice.waitForURL('**/login');
    await expectSignedOut(otherDevice);
    expect(await storedSession(otherDevice)).toEqual([]);
    await otherDevice.context().close();
  });

  await test.step('the new password signs in, and the old one does not', async () => {
    await page.goto('/login');
    await logIn(page, customer);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The email or the password is not right.',
    );
    await logIn(page, { ...customer, password: newPassword });
    await expectSignedIn(page);
  });

  // One link and one notice of the change; an unknown address got no mail.
  const subjects = (await mailsTo(customer.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /reset/i.test(subject))).toHaveLength(1);
});
