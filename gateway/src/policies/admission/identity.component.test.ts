import { problemSchema } from '@kinmel/contracts';
import { type TestTokens, testTokens } from '@kinmel/testing/servers';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';

let tokens: TestTokens;
let gateway: RunningGateway;

beforeAll(async () => {
  tokens = testTokens();
  gateway = await startGateway({ env: { JWKS_FILE: tokens.jwksFile } });
});

afterAll(async () => {
  await gateway.stop();
  tokens.cleanUp();
});

const asAdmin = async (token: string | undefined, method = 'GET', path = '/api/admin/dashboard-stats') => {
  gateway.catalog.requests.length = 0;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await gateway.send(method, path, { headers });
  const code = answer.status === 200 ? undefined : problemSchema.parse(answer.json()).code;
  return { status: answer.status, code, calls: gateway.catalog.requests.length };
};

describe('roles by the route table', () => {
  it('let an admin through and pass the token on unchanged', async () => {
    const token = tokens.admin();
    expect(await asAdmin(token)).toEqual({ status: 200, code: undefined, calls: 1 });
    expect(gateway.catalog.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it('refuse a customer with 403 and an anonymous caller with 401 before any service is called', async () => {
    expect(await asAdmin(tokens.customer())).toEqual({ status: 403, code: 'not-allowed', calls: 0 });
    expect(await asAdmin(undefined)).toEqual({ status: 401, code: 'not-signed-in', calls: 0 });
    expect(await asAdmin(undefined, 'POST', '/api/products')).toEqual({
      status: 401,
      code: 'not-signed-in',
      calls: 0,
    });
  });

  it.each([
    'expired',
    'algNone',
    'hmac',
    'foreign',
    'wrongAudience',
    'wrongIssuer',
    'unknownKey',
    'withoutRole',
  ] as const)('refuses a token that is %s', async (kind) => {
    expect(await asAdmin(tokens[kind]())).toEqual({ status: 401, code: 'not-signed-in', calls: 0 });
  });

  it('ignore the token of a public read', async () => {
    expect((await gateway.get('/api/products', { authorization: 'Bearer nonsense' })).status).toBe(200);
  });
});
