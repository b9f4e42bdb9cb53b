import { type APIResponse, expect, test } from '@playwright/test';
import { expectNotLogged, readLog } from '../support/stack/logs.ts';
import { mailTo } from '../support/stack/mailbox.ts';
import { stackState } from '../support/stack/stack-control.ts';

const password = 'Planted-Magnolia-77';

/** Values of the cookies that a response sets. */
const cookiesOf = (answer: APIResponse): string[] =>
  answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value.split(';', 1)[0]?.split('=')[1] ?? '');

test('no password, token or cookie of an account, from sign-up to deletion, is in a log line', async ({
  request,
}) => {
  const { urls } = await stackState();
  const email = `planted-${Date.now()}@example.com`;
  const headers = { origin: urls.shop };
  const post = (path: string, data: object, token?: string) =>
    request.post(path, {
      data,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });

  const signupResponse = await post('/api/auth/signup', {
    fullName: 'Planted',
    email,
    number: '9801234567',
    password,
  });
  expect(signupResponse.status()).toBe(201);
  const { token, refreshToken, user } = await signupResponse.json();
  const refreshResponse = await post('/api/refresh-token', { refreshToken });
  expect(refreshResponse.status()).toBe(200);
  const nextSession = await refreshResponse.json();
  expect((await post('/api/auth/login', { email, password: `${password}-wrong` })).status()).toBe(401);
  expect((await post('/api/auth/forgot-password', { email })).status()).toBe(200);
  const [, resetToken = ''] = /resetpassword\?token=([\w-]+)/.exec(await mailTo(email, /reset/i)) ?? [];
  expect((await post('/api/auth/reset-password/check', { token: resetToken })).status()).toBe(200);
  expect((await post(`/api/users/${user.id}/delete`, { password }, nextSession.token)).status()).toBe(200);

  const secretHalf = (text: string) => text.slice(text.lastIndexOf('.') + 1);
  const secrets: Record<string, string> = {
    password,
    'access token': token,
    'signature of an access token': secretHalf(token),
    'next access token': nextSession.token,
    'half of a refresh token': secretHalf(refreshToken),
    'half of the next refresh token': secretHalf(nextSession.refreshToken),
    'token of the reset link': resetToken,
    ...Object.fromEntries(cookiesOf(signupResponse).map((value, index) => [`cookie ${index}`, value])),
  };
  for (const [kind, secret] of Object.entries(secrets)) expect(secret.length, kind).toBeGreaterThan(15);

  await expectNotLogged(secrets, ['auth', 'gateway', 'notification']);
  expect(await readLog('auth.log')).toContain('/api/refresh-token');
});
