import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type RunningGateway, startGateway, until } from '../testing/running-gateway.ts';
import { sendJson, startStub } from '../testing/stub-service.ts';

const id = '65a000000000000000000001';
const otherId = '65a000000000000000000002';

let gateway: RunningGateway;
let price: number;

beforeEach(async () => {
  gateway = await startGateway();
  price = 100;
  gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, price }, `p${price}`);
});

afterEach(() => gateway.stop());

const priceOf = async (path = '/api/products') =>
  ((await gateway.get(path)).json() as { price: number }).price;
const catalogRequests = () => gateway.catalog.seen.length;

describe('answers of public reads', () => {
  it('come from the service once and from cached bytes afterwards, the same to the last byte', async () => {
    const first = await gateway.get('/api/products?limit=2');
    const second = await gateway.get('/api/products?limit=2');
    expect(catalogRequests()).toBe(1);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(200);
    const { date: _d1, 'x-request-id': id1, ...firstHeaders } = first.headers;
    const { date: _d2, 'x-request-id': id2, ...secondHeaders } = second.headers;
    expect(id1).not.toBe(id2);
    // The limit's own count is told to those who cost something; all the rest is the same.
    const { ratelimit: _r, 'ratelimit-policy': _p, ...rest } = firstHeaders;
    expect(secondHeaders).toEqual(rest);
    expect(second.headers['x-powered-by']).toBeUndefined();
  });

  it('are sent in brotli, gzip or plain, with one entity tag', async () => {
    gateway.catalog.answer = (req, res) => sendJson(req, res, { text: 'long '.repeat(1000) }, 'same');
    const plain = await gateway.get('/api/products');
    const brotli = await gateway.get('/api/products', { 'accept-encoding': 'gzip, br' });
    const gzip = await gateway.get('/api/products', { 'accept-encoding': 'gzip, br;q=0' });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
    const { etag: tag = '' } = plain.headers;
    expect([plain, brotli, gzip].map(({ headers }) => headers.etag)).toEqual([tag, tag, tag]);
    for (const etag of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const answer = await gateway.get('/api/products', { 'if-none-match': etag });
      expect([etag, answer.status, answer.text]).toEqual([etag, 304, '']);
    }
    expect((await gateway.get('/api/products', { 'if-none-match': '"sam"' })).status).toBe(200);
    expect(catalogRequests()).toBe(1);
  });

  it('that cannot be decoded are 503, and requested again', async () => {
    const good = gateway.catalog.answer;
    gateway.catalog.answer = (_req, res) => {
      res.writeHead(200, { 'Content-Encoding': 'br', 'Content-Type': 'application/json', ETag: '"x-br"' });
      res.end('this is no brotli');
    };
    const broken = await gateway.get('/api/products');
    expect([broken.status, JSON.parse(broken.text).code]).toEqual([503, 'service-unavailable']);
    expect(broken.headers['etag']).toBeUndefined();
    gateway.catalog.answer = good;
    expect(await priceOf()).toBe(100);
  });

  it('are asked for once when many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.get('/api/products')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(catalogRequests()).toBe(1);
  });

  it('are asked for again after an event about the product', async () => {
    await priceOf();
    await priceOf(`/api/products/${id}`);
    await priceOf(`/api/products/${otherId}`);
    price = 200;
    gateway.feed.tell({ type: 'product.updated', aggregateId: id });
    expect(await priceOf()).toBe(200);
    expect(await priceOf(`/api/products/${id}`)).toBe(200);
    // The other product did not change and is still cached.
    expect(await priceOf(`/api/products/${otherId}`)).toBe(100);
  });

  it.each(['product.created', 'product.deleted', 'stock.changed'])('are dropped by %s', async (type) => {
    await priceOf();
    price = 300;
    gateway.feed.tell({ type, aggregateId: id });
    expect(await priceOf()).toBe(300);
  });

  it('are not cached when an event arrived while they were under way', async () => {
    let release: () => void = () => undefined;
    gateway.catalog.answer = (req, res) => {
      const old = price;
      release = () => sendJson(req, res, { success: true, price: old }, `p${old}`);
    };
    const early = priceOf();
    await until(() => catalogRequests() === 1);
    price = 200;
    gateway.feed.tell({ type: 'product.updated', aggregateId: id });
    gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, price }, `p${price}`);
    // A request after the change must not join one from before it.
    expect(await priceOf()).toBe(200);
    release();
    expect(await early).toBe(100);
    expect(await priceOf()).toBe(200);
  });

  it('are dropped at once when a write went through this gateway, before its own answer arrives', async () => {
    await priceOf();
    price = 500;
    expect((await gateway.send('DELETE', `/api/products/${id}`)).status).toBe(200);
    expect(await priceOf()).toBe(500);
  });

  it('stay when a write was refused', async () => {
    await priceOf();
    gateway.catalog.answer = (_req, res) => res.writeHead(401).end();
    await gateway.send('DELETE', `/api/products/${id}`);
    expect(await priceOf()).toBe(100);
  });

  it('are bypassed while events cannot arrive, and requested anew when they can', async () => {
    await priceOf();
    gateway.feed.isConnected = false;
    price = 200;
    expect(await priceOf()).toBe(200);
    price = 300;
    expect(await priceOf()).toBe(300);
    expect(gateway.context.responseCache.size.entries).toBe(0);
    gateway.feed.reconnect();
    price = 400;
    expect(await priceOf()).toBe(400);
    const before = catalogRequests();
    expect(await priceOf()).toBe(400);
    expect(catalogRequests()).toBe(before);
  });

  it('work without any bus from the start', async () => {
    await gateway.stop();
    gateway = await startGateway({ isFeedStarted: false });
    expect((await gateway.get('/api/products')).status).toBe(200);
    expect((await gateway.get('/api/products')).status).toBe(200);
    expect(catalogRequests()).toBe(2);
  });

  it.each([
    [404, {}],
    [400, {}],
    [500, {}],
    [200, { 'Set-Cookie': 'a=b' }],
    [200, { 'Cache-Control': 'private' }],
    [200, { 'Cache-Control': 'no-store' }],
  ])('are not kept with status %i and %j', async (status, headers) => {
    gateway.catalog.answer = (_req, res) => res.writeHead(status, headers).end('{"a":1}');
    expect((await gateway.get('/api/products')).status).toBe(status);
    expect((await gateway.get('/api/products')).text).toBe('{"a":1}');
    expect(catalogRequests()).toBe(2);
  });

  it.each([
    '/api/products?',
    '/api/policy?x=1',
    '/api/products?search="',
    `/api/products?search=${'a'.repeat(600)}`,
  ])('are not kept under the odd address %s', (path) => {
    expect(gateway.context.responseCache.endpointOf(path)).toBeUndefined();
  });

  it('never keep the free half hours of repairs, which another gateway may have booked (SIL-40)', async () => {
    await gateway.stop();
    const requests = await startStub((req, res) => sendJson(req, res, { success: true, free: 3 }));
    try {
      gateway = await startGateway({ env: { SERVICE_REQUEST_URL: requests.url } });
      const path = '/api/bookings/slots?date=2026-11-24';
      const [, second] = await Promise.all([gateway.get(path), gateway.get(path)]);
      expect(requests.seen).toHaveLength(2);
      expect(second.json()).toMatchObject({ free: 3 });
      requests.answer = (req, res) => sendJson(req, res, { success: true, free: 2 });
      expect((await gateway.get(path)).json()).toMatchObject({ free: 2 });
    } finally {
      await requests.kill();
    }
  });

  it('never keep what only an admin may read', async () => {
    await gateway.get('/api/admin/dashboard-stats');
    await gateway.get('/api/admin/dashboard-stats');
    expect(catalogRequests()).toBe(2);
  });

  it('take no more memory than they may', async () => {
    await gateway.stop();
    gateway = await startGateway({ env: { GATEWAY_KEPT_MEGABYTES: '1' } });
    gateway.catalog.answer = (req, res) => sendJson(req, res, { text: 'x'.repeat(50_000) });
    for (let page = 1; page <= 40; page += 1) await gateway.get(`/api/products?page=${page}`);
    expect(gateway.context.responseCache.size.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(gateway.context.responseCache.size.entries).toBeGreaterThan(5);
  });

  it('carry the security headers although no policy runs', async () => {
    await gateway.get('/api/products');
    const { headers } = await gateway.get('/api/products');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
