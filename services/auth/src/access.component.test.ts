import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { authEndpoints } from '@kinmel/contracts';
import { type TestDatabase, testDatabase } from '@kinmel/testing';
import jsonwebtoken from 'jsonwebtoken';
import type { SigningKey } from './keys/signing-keys.ts';
import { startTestAuth, type TestAuth } from './testing/test-auth.ts';
import { TestBrowser } from './testing/test-browser.ts';

let database: TestDatabase;
let auth: TestAuth;
let browser: TestBrowser;
let key: SigningKey;
let claims: Record<string, unknown>;

beforeAll(async () => {
  database = await testDatabase('auth');
  auth = await startTestAuth({ connection: database.connection });
  key = await auth.keys.current();
});

/** A valid token may end its own session or account, so each such test needs a new user. */
async function newPerson(): Promise<void> {
  await database.empty();
  browser = new TestBrowser(auth);
  await browser.signUp();
  claims = jsonwebtoken.decode(browser.storage.token, { json: true }) ?? {};
}

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

function signed(
  changes: Record<string, unknown> = {},
  { by = key.privateKey, header = {} }: { by?: KeyObject; header?: object } = {},
): string {
  const payload = { ...claims, ...changes };
  for (const [name, value] of Object.entries(payload)) if (value === undefined) delete payload[name];
  return jsonwebtoken.sign(payload, by, {
    algorithm: 'ES256',
    header: { alg: 'ES256', kid: key.kid, typ: 'at+jwt', ...header },
  });
}

const seconds = () => Math.floor(Date.now() / 1000);

/** Built lazily, as they depend on the valid token. */
const badTokens: Record<string, () => Promise<string> | string> = {
  'no token': () => '',
  'a word': () => 'hello',
  'a foreign key under our name': () => signed({}, { by: foreign }),
  'an expired one': () => signed({ iat: seconds() - 1000, exp: seconds() - 6 }),
  'alg none': () => {
    const [, payload = ''] = signed().split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: key.kid })).toString(
      'base64url',
    );
    return `${header}.${payload}.`;
  },
  'HS256 with the public key': async () => {
    const { keys } = await auth.keys.publicSet();
    return jsonwebtoken.sign(claims, JSON.stringify(keys[0]), { algorithm: 'HS256', keyid: key.kid });
  },
  'another issuer': () => signed({ iss: 'evil' }),
  'another audience': () => signed({ aud: 'kinmel-admin-files' }),
  'an unknown key name': () => signed({}, { header: { kid: '../../etc/passwd' } }),
  'another type': () => signed({}, { header: { typ: 'refresh+jwt' } }),
  'no end': () => signed({ exp: undefined }),
  'an altered role': () => {
    const [header, , signature] = signed().split('.');
    return `${header}.${Buffer.from(JSON.stringify({ ...claims, role: 'admin' })).toString('base64url')}.${signature}`;
  },
  'a key of its own in the header': () => {
    const jwk = foreign.export({ format: 'jwk' });
    return signed({}, { by: foreign, header: { jwk, jku: 'http://127.0.0.1:1/', kid: 'mine' } });
  },
};

const guarded = Object.values(authEndpoints).filter(({ role }) => role === 'customer');
const open = Object.values(authEndpoints).filter(({ role }) => role === 'public');
const pathOf = (path: string, id: string) =>
  path.replaceAll('{id}', id).replaceAll('{sessionId}', 'AAAAAAAAAAAAAAAAAAAAAA');
const verbOf = (method: string) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';

describe.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s (J-01)',
  (_, { method, path }) => {
    beforeAll(newPerson);

    it.each(Object.entries(badTokens))('answers %s with 401 (A-17 to A-20)', async (_name, make) => {
      const token = await make();
      const address = pathOf(path, String(claims['sub']));
      const answer = await browser.send(verbOf(method), address, undefined, token === '' ? {} : { token });
      expect([answer.status, answer.body.code]).toEqual([401, 'not-signed-in']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(JSON.stringify(answer.body)).not.toMatch(/jwt|signature|expired|invalid/i);
    });

    it('accepts a valid token', async () => {
      await newPerson();
      const address = pathOf(path, String(claims['sub']));
      const answer = await browser.send(verbOf(method), address, undefined, { token: signed() });
      expect(answer.status).not.toBe(401);
      expect(answer.status).not.toBe(500);
    });

    it('ignores tokens and identities outside the Authorization header (A-23, A-29)', async () => {
      const address = `${pathOf(path, String(claims['sub']))}?token=${signed()}`;
      const liar = browser.tab();
      liar.headers = { ...liar.headers, 'X-User-Id': String(claims['sub']), 'X-Role': 'admin' };
      const answer = await liar.send(
        verbOf(method),
        address,
        method === 'GET' ? undefined : { token: signed() },
      );
      expect(answer.status).toBe(401);
    });
  },
);

it.each(open.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers strangers',
  async (_, { method, path }) => {
    const answer = await new TestBrowser(auth).send(verbOf(method), path, method === 'GET' ? undefined : {});
    expect([200, 400]).toContain(answer.status);
  },
);

it('every endpoint of the contract has a route', async () => {
  await newPerson();
  for (const { method, path, aliases = [] } of Object.values(authEndpoints)) {
    for (const one of [path, ...aliases]) {
      const answer = await browser.send(verbOf(method), pathOf(one, '6600000000000000000000ff'));
      expect([one, answer.body.code]).not.toEqual([one, 'method-not-allowed']);
      expect([one, answer.body.message]).not.toEqual([one, 'There is nothing at this address.']);
    }
  }
});
