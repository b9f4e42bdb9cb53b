import express from 'express';
import { createApiRoutes } from '../../upstreams/api-routes.ts';
import { mayAskForFirstData, rateLimits } from './rate-limits.ts';

/** A server with the policy that trusts `X-Forwarded-For`. */
async function serve(limits: { readsPerMinute: number; writesPerMinute: number }) {
  const refused: string[] = [];
  const app = express().set('trust proxy', true);
  app.use(
    rateLimits({
      ...limits,
      routes: createApiRoutes(),
      accountOf: async ({ headers }) => headers.authorization,
      onRefused: (kind) => refused.push(kind),
    }),
  );
  app.use((_req, res) => void res.end(mayAskForFirstData(res) ? 'ok' : 'ok without asking'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return {
    refused,
    request: async (ip: string, method = 'GET', path = '/api/products', account?: string) =>
      fetch(`http://127.0.0.1:${address.port}${path}`, {
        method,
        headers: { 'x-forwarded-for': ip, ...(account ? { authorization: account } : {}) },
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

describe('rate limits (K-11)', () => {
  it('refuse with 429 and Retry-After, per address', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    expect((await server.request('10.0.0.1')).status).toBe(200);
    const refused = await server.request('10.0.0.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ success: false, code: 'too-many-requests' });
    expect((await server.request('10.0.0.2')).status).toBe(200);
    expect(server.refused).toEqual(['reads']);
  });

  it('count reads and writes separately, and pages with neither', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    const statuses = [];
    for (const [method, path] of [
      ['GET', '/api/products'],
      ['POST', '/api/newsletter'],
      ['HEAD', '/api/products'],
      ['POST', '/api/bookings'],
    ])
      statuses.push((await server.request('::1', method, path)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect((await server.request('::1', 'GET', '/')).status).toBe(200);
  });

  it('count an IPv6 /56 network as one client', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    expect((await server.request('2001:db8:1:200::1')).status).toBe(200);
    expect((await server.request('2001:db8:1:2ff:a:b:c:d')).status).toBe(429);
    expect((await server.request('2001:db8:1:300::1')).status).toBe(200);
  });

  it('count no preflights, so that pages on another host still reach the API after refused calls of their network', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    for (let index = 0; index < 3; index++) {
      expect((await server.request('10.0.0.1', 'OPTIONS', '/api/credit')).status).toBe(200);
      await server.request('10.0.0.1', 'GET', '/api/nothing');
    }
  });

  it('limit an account by itself, and its network at ten times as many', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    const request = async (account?: string) =>
      (await server.request('10.0.0.1', 'GET', '/api/credit', account)).status;
    for (let index = 0; index < 10; index++) expect(await request(`customer-${index}`)).toBe(200);
    expect(await request('customer-1')).toBe(429);
    const networkRefusal = await server.request('10.0.0.1', 'GET', '/api/credit', 'customer-10');
    expect([networkRefusal.status, (await networkRefusal.json()).message]).toEqual([
      429,
      'Too many requests from your network. Please try again in a minute, or use another connection.',
    ]);
    expect((await server.request('10.0.0.1')).status).toBe(200);
  });

  it('count calls without an account that are refused afterwards separately, also at unknown addresses', async () => {
    server = await serve({ readsPerMinute: 1, writesPerMinute: 1 });
    expect((await server.request('10.0.0.1', 'GET', '/api/credit')).status).toBe(200);
    const refused = await server.request('10.0.0.1', 'GET', '/api/nothing');
    expect([refused.status, (await refused.json()).message]).toEqual([
      429,
      'Too many calls that were refused. Please try again in a minute, or sign in.',
    ]);
    expect((await server.request('10.0.0.1')).status).toBe(200);
    expect((await server.request('10.0.0.1', 'GET', '/api/credit', 'a-customer')).status).toBe(200);
  });
});
