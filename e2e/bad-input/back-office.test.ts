import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@kinmel/contracts';
import { expect, test } from '@playwright/test';
import { anAccount } from '../support/people/account.ts';
import { setRole } from '../support/people/another-admin.ts';
import type { Customer } from '../support/people/customer.ts';
import { adminToken, expiredToken, stackState } from '../support/stack/stack-control.ts';

const remote = 'mfe-admin';
const cookieName = 'kinmel-admin-files';

/** All admin endpoints of the contracts. */
const adminCalls = contracts.endpointsIn({ ...contracts }).filter(({ role }) => role === 'admin');

/** An unused id, so that calls change nothing. */
const unusedId = 'f'.repeat(24);
const addressOf = ({ path }: contracts.Endpoint) => path.replaceAll(/\{[^}]+\}/g, unusedId);

interface Session {
  readonly token: string;
  /** Cookie that gives access to the files of the back office; only admins get it. */
  readonly filesCookie: string | undefined;
}

async function logIn({ email, password }: Pick<Customer, 'email' | 'password'>): Promise<Session> {
  const { urls } = await stackState();
  const answer = await fetch(`${urls.shop}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token }: { token?: string } = await answer.json();
  if (token === undefined) throw new Error(`logging in was answered with ${answer.status}`);
  const cookies = answer.headers.getSetCookie().flatMap((line) => line.split(';')[0] ?? []);
  return { token, filesCookie: cookies.find((cookie) => cookie.startsWith(`${cookieName}=`)) };
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A session that was created as an admin, whose account was then demoted. */
async function aDemotedAdmin(): Promise<Session> {
  const account = await anAccount();
  await setRole(account.id, 'admin');
  const session = await logIn(account);
  expect(session.filesCookie, 'an admin gets the cookie').toBeDefined();
  await setRole(account.id, 'user');
  // Services cache the state of a session for a second (decision 33).
  await expect
    .poll(async () => (await call('GET', '/api/admin/dashboard-stats', session.token)).status)
    .not.toBe(200);
  return session;
}

async function call(method: string, path: string, token?: string) {
  const { urls } = await stackState();
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const answer = await fetch(urls.shop + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{"nothing":"of use"}' } : {}),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  return { status: answer.status, text };
}

test('admin calls are refused to everyone else with a problem body, and not to an admin (J-01)', async () => {
  test.setTimeout(240_000);
  expect(adminCalls.length, 'calls for admins in the contracts').toBeGreaterThan(25);
  const customer = await logIn(await anAccount());
  const demoted = await aDemotedAdmin();
  const callers: Record<string, { token?: string; statuses: readonly number[] }> = {
    nobody: { statuses: [401] },
    garbage: { token: 'garbage', statuses: [401] },
    'an expired token': { token: await expiredToken(), statuses: [401] },
    'a customer': { token: customer.token, statuses: [403] },
    'a demoted admin': { token: demoted.token, statuses: [401, 403] },
  };
  for (const endpoint of adminCalls) {
    const { method } = endpoint;
    const path = addressOf(endpoint);
    await test.step(`${method} ${path}`, async () => {
      for (const [who, { token, statuses }] of Object.entries(callers)) {
        const { status, text } = await call(method, path, token);
        expect.soft(statuses, `${who}: ${method} ${path}: ${status} ${text.slice(0, 200)}`).toContain(status);
        const problem = contracts.problemSchema.safeParse(JSON.parse(text));
        expect
          .soft(problem.data?.code, `${who}: ${method} ${path}`)
          .toMatch(/^(not-signed-in|signed-out|not-allowed)$/);
      }
      const { status, text } = await call(method, path, await adminToken());
      expect.soft([401, 403], `an admin: ${method} ${path}: ${text.slice(0, 200)}`).not.toContain(status);
      expect.soft(status, `an admin: ${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
    });
  }
});

test('files of the back office answer everyone else like files that do not exist (J-01, N-01 to N-03)', async () => {
  test.setTimeout(240_000);
  const { urls, people, folders } = await stackState();
  const admin = await logIn(people.admin);
  const customer = await logIn(await anAccount());
  const demoted = await aDemotedAdmin();
  const ask = async (path: string, cookie?: string, options: RequestOptions = {}) => {
    const answer = await fetch(urls.shop + path, {
      ...options,
      headers: { ...(cookie === undefined ? {} : { cookie }), ...options.headers },
    });
    const {
      date: _date,
      'x-request-id': id = '',
      'content-length': length,
      // About the connection, which the gateway ends by its age, not about the file.
      connection: _connection,
      ...headers
    } = Object.fromEntries(answer.headers);
    const text = await answer.text();
    // Request ids in a refusal differ in length.
    return {
      status: answer.status,
      headers,
      length: Number(length) - (answer.status === 404 ? id.length : 0),
      text: id === '' ? text : text.replaceAll(id, 'an id'),
    };
  };
  const registry = async (cookie?: string): Promise<{ remotes: Record<string, { version: string }> }> =>
    JSON.parse((await ask('/remotes/registry.json', cookie)).text);
  const version = (await registry(admin.filesCookie)).remotes[remote]?.version;
  expect(version, 'the registry lists the back office for an admin').toBeDefined();
  const build: { files: Record<string, unknown> } = JSON.parse(
    await readFile(join(folders.remotes, remote, version ?? '', 'version.json'), 'utf8'),
  );
  const files = Object.keys(build.files);
  expect(files.length, 'files of the build').toBeGreaterThan(10);

  const strangers: Record<string, string | undefined> = {
    nobody: undefined,
    garbage: `${cookieName}=garbage`,
    'an expired token as cookie': `${cookieName}=${await expiredToken()}`,
    'an admin’s access token as cookie': `${cookieName}=${admin.token}`,
    'a customer': customer.filesCookie,
    'a customer’s access token as cookie': `${cookieName}=${customer.token}`,
    'a demoted admin': demoted.filesCookie,
  };
  expect(customer.filesCookie, 'a customer gets no such cookie').toBeUndefined();
  const folder = `/remotes/${remote}/${version}`;
  const requestOptions: Record<string, RequestOptions> = {
    GET: {},
    HEAD: { method: 'HEAD' },
    'a range': { headers: { range: 'bytes=0-9' } },
    'a known tag': { headers: { 'if-none-match': '*' } },
  };
  for (const [requestName, options] of Object.entries(requestOptions)) {
    const nothing = await ask(`${folder}/never-was.js`, undefined, options);
    expect(nothing.status).toBe(404);
    for (const [who, cookie] of Object.entries(strangers)) {
      await test.step(`${requestName} by ${who}`, async () => {
        const spellings = files.flatMap((file) => [file, `${file}.map`, `${file}.br`]);
        for (const file of [...spellings, 'version.json', 'mf-stats.json', 'RemoteEntry.js'])
          expect.soft(await ask(`${folder}/${file}`, cookie, options), file).toEqual(nothing);
      });
    }
  }
  for (const [who, cookie] of Object.entries(strangers)) {
    expect.soft(Object.keys((await registry(cookie)).remotes), who).not.toContain(remote);
    for (const page of ['/', '/admin/dashboard', '/products'])
      expect.soft((await ask(page, cookie)).text, `${who}: ${page}`).not.toContain(remote);
  }
  for (const file of files.filter((name) => !name.endsWith('.map'))) {
    const { status, headers } = await ask(`${folder}/${file}`, admin.filesCookie);
    expect.soft([file, status, headers['cache-control']]).toEqual([file, 200, 'private, no-store']);
  }
});
