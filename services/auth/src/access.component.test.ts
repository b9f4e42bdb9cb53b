import { authEndpoints, endpointsIn, passkeyEndpoints } from '@kinmel/contracts';
import { TestBrowser } from './testing/test-browser.ts';
import { useTestAuth } from './testing/use-test-auth.ts';

let browser: TestBrowser;
let userId: string;

const auth = useTestAuth();

beforeEach(async () => {
  browser = new TestBrowser(auth);
  userId = (await browser.signUp()).body.user.id;
});

/** All kinds of invalid tokens are tested with the verifier; these two prove that every route uses it. */
function badToken(kind: string): string {
  const [header = '', payload = '', signature = ''] = browser.storage.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const adminPayload = Buffer.from(JSON.stringify({ ...claims, role: 'admin' })).toString('base64url');
  return (
    { 'an altered role': `${header}.${adminPayload}.${signature}`, 'no signature': `${header}.${payload}.` }[
      kind
    ] ?? ''
  );
}

const endpoints = endpointsIn({ authEndpoints, passkeyEndpoints });
const customerEndpoints = endpoints.filter(({ role }) => role === 'customer');
const publicEndpoints = endpoints.filter(({ role }) => role === 'public');
const pathWithIds = (path: string, id = userId) =>
  path.replaceAll('{id}', id).replaceAll('{sessionId}', 'AAAAAAAAAAAAAAAAAAAAAA');
const verbOf = (method: string) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';

describe.each(
  customerEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)('%s (J-01)', (_, { method, path }) => {
  it.each(['no token', 'an altered role', 'no signature'])(
    'answers %s with 401 (A-17 to A-20)',
    async (kind) => {
      const token = badToken(kind);
      const answer = await browser.send(
        verbOf(method),
        pathWithIds(path),
        undefined,
        token === '' ? {} : { token },
      );
      expect([answer.status, answer.body.code]).toEqual([401, 'not-signed-in']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(JSON.stringify(answer.body)).not.toMatch(/jwt|signature|expired|invalid/i);
    },
  );

  it('ignores tokens and identities outside the Authorization header (A-23, A-29)', async () => {
    const { token } = browser.storage;
    const impostor = browser.tab();
    impostor.headers = { ...impostor.headers, 'X-User-Id': userId, 'X-Role': 'admin' };
    const body = method === 'GET' ? undefined : { token };
    expect((await impostor.send(verbOf(method), `${pathWithIds(path)}?token=${token}`, body)).status).toBe(
      401,
    );
  });

  it('accepts a valid token', async () => {
    const answer = await browser.call(verbOf(method), pathWithIds(path));
    expect([401, 500]).not.toContain(answer.status);
  });
});

it.each(publicEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers without a token',
  async (_, { method, path }) => {
    const answer = await new TestBrowser(auth).send(verbOf(method), path, method === 'GET' ? undefined : {});
    expect([200, 400]).toContain(answer.status);
  },
);

it('every endpoint of the contract has a route', async () => {
  for (const { method, path, aliases = [] } of endpoints) {
    for (const address of [path, ...aliases]) {
      const answer = await browser.send(verbOf(method), pathWithIds(address, '6600000000000000000000ff'));
      expect([address, answer.body.code]).not.toEqual([address, 'method-not-allowed']);
      expect([address, answer.body.message]).not.toEqual([address, 'There is nothing at this address.']);
    }
  }
});
