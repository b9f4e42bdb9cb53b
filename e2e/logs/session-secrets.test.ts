import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import { stackState } from '../support/stack/stack-control.ts';

const password = 'Planted-Magnolia-77';

/** Values of the cookies that an answer sets. */
const cookiesOf = (answer: APIResponse): string[] =>
  answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value }) => value.split(';', 1)[0]?.split('=')[1] ?? '');

/** The link's token in the newest mail to this person; undefined while there is none. */
async function resetTokenFor(request: APIRequestContext, page: string, email: string) {
  const mails: { to: { address: string }[]; text: string }[] = await (
    await request.get(`${page}/email`)
  ).json();
  const texts = mails.filter(({ to }) => to[0]?.address === email).map(({ text }) => text);
  return texts.map((text) => /resetpassword\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean);
}

test('no password, token, token half or cookie of a whole life of an account is in a log line', async ({
  request,
}) => {
  const { folders, urls } = await stackState();
  const email = `planted-${Date.now()}@example.com`;
  const headers = { origin: urls.shop };
  const post = (path: string, data: object, token?: string) =>
    request.post(path, {
      data,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });

  const signedUp = await post('/api/auth/signup', { fullName: 'Planted', email, number: '98', password });
  expect(signedUp.status()).toBe(201);
  const { token, refreshToken, user } = await signedUp.json();
  const refreshed = await post('/api/refresh-token', { refreshToken });
  expect(refreshed.status()).toBe(200);
  const next = await refreshed.json();
  expect((await post('/api/auth/login', { email, password: `${password}-wrong` })).status()).toBe(401);
  expect((await post('/api/auth/forgot-password', { email })).status()).toBe(200);
  await expect
    .poll(() => resetTokenFor(request, urls.mailPage, email), { message: 'the reset mail', timeout: 30_000 })
    .toBeTruthy();
  const resetToken = (await resetTokenFor(request, urls.mailPage, email)) ?? '';
  expect((await post('/api/auth/reset-password/check', { token: resetToken })).status()).toBe(200);
  expect((await post(`/api/users/${user.id}/delete`, { password }, next.token)).status()).toBe(200);

  const secretHalf = (text: string) => text.slice(text.lastIndexOf('.') + 1);
  const secrets: Record<string, string> = {
    password,
    'access token': token,
    'signature of an access token': secretHalf(token),
    'next access token': next.token,
    'half of a refresh token': secretHalf(refreshToken),
    'half of the next refresh token': secretHalf(next.refreshToken),
    'token of the reset link': resetToken,
    ...Object.fromEntries(cookiesOf(signedUp).map((value, index) => [`cookie ${index}`, value])),
  };
  for (const [kind, secret] of Object.entries(secrets)) expect(secret.length, kind).toBeGreaterThan(15);

  const names = (await readdir(folders.logs)).filter((name) => name.endsWith('.log'));
  expect(names).toEqual(expect.arrayContaining(['auth.log', 'gateway.log', 'notification.log']));
  for (const name of names) {
    const text = await readFile(join(folders.logs, name), 'utf8');
    for (const [kind, secret] of Object.entries(secrets))
      expect.soft(text.includes(secret), `${kind} in ${name}`).toBe(false);
  }
  // The calls are known, so that the silence above means something.
  expect(await readFile(join(folders.logs, 'auth.log'), 'utf8')).toContain('/api/refresh-token');
});
