import { readConfig } from '@kinmel/service-kit';
import { gatewayConfigSchema } from '../../config.ts';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';

const pagesOrigin = 'http://www.shop.example';
const apiOrigin = 'http://api.shop.example';
const allowOriginHeader = 'access-control-allow-origin';
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({
    env: {
      GATEWAY_PUBLIC_URL: pagesOrigin,
      GATEWAY_API_URL: apiOrigin,
      GATEWAY_CORS_ORIGINS: `${pagesOrigin}, https://www.shop.example`,
      GATEWAY_COOKIE_DOMAIN: 'shop.example',
    },
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.catalog.requests.length = 0;
});

const host = 'api.shop.example';
const permissionsOf = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a call from a page on another host (API-01)', () => {
  it('is allowed with cookies for the configured origins, from the cache too, with Vary', async () => {
    for (const origin of [pagesOrigin, 'https://www.shop.example', pagesOrigin]) {
      const { status, headers } = await gateway.get('/api/products?page=1', { host, origin });
      const expected = { [allowOriginHeader]: origin, 'access-control-allow-credentials': 'true' };
      expect({ status, headers }).toMatchObject({ status: 200, headers: expected });
      expect(headers['access-control-expose-headers']).toMatch(/\bdate\b.*\betag\b.*\bretry-after\b/);
      expect(String(headers.vary).split(', ')).toEqual(expect.arrayContaining(['Accept-Encoding', 'Origin']));
    }
    // Requested once: the cached answer is used for other origins too.
    expect(gateway.catalog.requests).toHaveLength(1);
    const { headers } = await gateway.get('/api/products?page=1', { host });
    expect([permissionsOf(headers), headers.vary]).toEqual([[], 'Origin, Accept-Encoding']);
  });

  it('is allowed by a preflight that reaches no service', async () => {
    const { status, headers } = await gateway.send('OPTIONS', '/api/products', {
      headers: { host, origin: pagesOrigin, 'access-control-request-method': 'PUT' },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      [allowOriginHeader]: pagesOrigin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, idempotency-key, if-none-match, x-background',
      'access-control-max-age': '7200',
    });
    expect(gateway.catalog.requests).toHaveLength(0);
  });

  it.each([
    'http://evil.example',
    'http://shop.example',
    'http://www.shop.example.evil.example',
    'http://www.shop.example:81',
    'null',
  ])('is not allowed to %s (K-08)', async (origin) => {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const { headers } = await gateway.send(method, '/api/products', { headers: { host, origin } });
      expect([method, permissionsOf(headers)]).toEqual([method, []]);
    }
    expect(gateway.catalog.requests.at(-1)?.headers['x-kinmel-origin']).toBe('other');
  });

  it('gets CORS headers on refusals too, and services learn that its origin is allowed', async () => {
    const forged = { 'x-kinmel-origin': 'same', 'x-kinmel-cookie-domain': 'evil.example' };
    const headers = { host, origin: pagesOrigin, ...forged };
    const refused = await gateway.send('PATCH', '/api/products', { headers });
    expect([refused.status, refused.headers[allowOriginHeader]]).toEqual([405, pagesOrigin]);
    const posted = await gateway.send('POST', '/api/products', { headers });
    expect([posted.status, posted.headers[allowOriginHeader]]).toEqual([200, pagesOrigin]);
    expect(posted.headers.vary).toContain('Origin');
    expect(gateway.catalog.requests.at(-1)?.headers).toMatchObject({
      'x-kinmel-origin': 'allowed',
      'x-kinmel-cookie-domain': 'shop.example',
    });
  });

  it('goes to the configured address, which the page and its policy contain', async () => {
    const page = await gateway.get('/', { host: 'www.shop.example' });
    expect(page.text).toContain(`<html data-api="${apiOrigin}" lang="en"`);
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ${apiOrigin};`);
    expect(permissionsOf(page.headers)).toEqual([]);
    expect((await gateway.get('/api/products', { host: 'evil.example', origin: pagesOrigin })).status).toBe(
      400,
    );
  });
});

it('without a base address pages call their own origin, and other origins are refused (API-01, SIL-62, K-08)', async () => {
  const singleOriginGateway = await startGateway();
  const page = await singleOriginGateway.get('/');
  expect(page.text).not.toContain('data-api');
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
  const { headers } = await singleOriginGateway.get('/api/products', { origin: pagesOrigin });
  expect([permissionsOf(headers), headers.vary]).toEqual([[], 'Accept-Encoding']);
  const preflight = await singleOriginGateway.send('OPTIONS', '/api/products', {
    headers: { origin: pagesOrigin },
  });
  expect([preflight.status, permissionsOf(preflight.headers)]).toEqual([204, []]);
  expect(preflight.headers.allow).toBe('POST, GET, HEAD, OPTIONS');
  await singleOriginGateway.send('POST', '/api/products', {
    headers: { 'x-kinmel-cookie-domain': 'evil.example' },
  });
  expect(singleOriginGateway.catalog.requests.at(-1)?.headers).not.toHaveProperty('x-kinmel-cookie-domain');
  await singleOriginGateway.stop();
});

it.each([
  ['GATEWAY_API_URL', 'https://api.shop.example/v1'],
  ['GATEWAY_API_URL', 'ftp://api.shop.example'],
  ['GATEWAY_CORS_ORIGINS', '*'],
  ['GATEWAY_CORS_ORIGINS', 'null'],
  ['GATEWAY_CORS_ORIGINS', 'https://www.shop.example, https://shop.example/'],
  ['GATEWAY_COOKIE_DOMAIN', 'example'],
  ['GATEWAY_COOKIE_DOMAIN', 'shop.example; Secure'],
])('%s must not be %s (API-01)', (name, value) => {
  expect(() => readConfig(gatewayConfigSchema, { SHELL_FOLDER: 'x', [name]: value })).toThrow(name);
});
