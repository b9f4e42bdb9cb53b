import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { sendJson } from '../testing/stub-service.ts';

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
const catalogRequests = () => gateway.catalog.requests.length;

describe('answers of public reads', () => {
  it('are requested once and then come from the cache, byte for byte the same', async () => {
    const first = await gateway.get('/api/products?limit=2');
    const second = await gateway.get('/api/products?limit=2');
    expect(catalogRequests()).toBe(1);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(200);
    const { date: _d1, 'x-request-id': id1, ...firstHeaders } = first.headers;
    const { date: _d2, 'x-request-id': id2, ...secondHeaders } = second.headers;
    expect(id1).not.toBe(id2);
    // Cached answers have no rate limit headers.
    const { ratelimit: _r, 'ratelimit-policy': _p, ...cacheableHeaders } = firstHeaders;
    expect(secondHeaders).toEqual(cacheableHeaders);
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

  it('are 503 when they cannot be decoded, and requested again', async () => {
    const normalAnswer = gateway.catalog.answer;
    gateway.catalog.answer = (_req, res) => {
      res.writeHead(200, { 'Content-Encoding': 'br', 'Content-Type': 'application/json', ETag: '"x-br"' });
      res.end('this is no brotli');
    };
    const broken = await gateway.get('/api/products');
    expect([broken.status, JSON.parse(broken.text).code]).toEqual([503, 'service-unavailable']);
    expect(broken.headers['etag']).toBeUndefined();
    gateway.catalog.answer = normalAnswer;
    expect(await priceOf()).toBe(100);
  });

  it('are requested once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.get('/api/products')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(catalogRequests()).toBe(1);
  });

  it('are requested again after an event about the product', async () => {
    await priceOf();
    await priceOf(`/api/products/${id}`);
    await priceOf(`/api/products/${otherId}`);
    price = 200;
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    expect(await priceOf()).toBe(200);
    expect(await priceOf(`/api/products/${id}`)).toBe(200);
    // Unchanged products stay cached.
    expect(await priceOf(`/api/products/${otherId}`)).toBe(100);
  });

  it.each(['product.created', 'product.deleted', 'stock.changed'])('are dropped by %s', async (type) => {
    await priceOf();
    price = 300;
    gateway.feed.announce({ type, aggregateId: id });
    expect(await priceOf()).toBe(300);
  });

  it('are not cached when an event arrives while they are requested', async () => {
    let release: () => void = () => undefined;
    gateway.catalog.answer = (req, res) => {
      const oldPrice = price;
      release = () => sendJson(req, res, { success: true, price: oldPrice }, `p${oldPrice}`);
    };
    const earlyPrice = priceOf();
    await waitUntil(() => catalogRequests() === 1);
    price = 200;
    gateway.feed.announce({ type: 'product.updated', aggregateId: id });
    gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, price }, `p${price}`);
    // A request after the change must not join an earlier one.
    expect(await priceOf()).toBe(200);
    release();
    expect(await earlyPrice).toBe(100);
    expect(await priceOf()).toBe(200);
  });

  it('are dropped by a write through this gateway before its answer is sent', async () => {
    await priceOf();
    price = 500;
    expect((await gateway.send('DELETE', `/api/products/${id}`)).status).toBe(200);
    expect(await priceOf()).toBe(500);
  });

  it.each([
    ['a wishlist entry', '/api/wishlist'],
    ["an unknown alert's end", '/api/alerts/unknown/end'],
  ])('stay cached after a write that changes no public read: %s', async (_, path) => {
    await priceOf();
    price = 500;
    expect((await gateway.send('POST', path)).status).toBe(200);
    expect(await priceOf()).toBe(100);
  });

  it('stay cached when a write is refused', async () => {
    await priceOf();
    gateway.catalog.answer = (_req, res) => res.writeHead(401).end();
    await gateway.send('DELETE', `/api/products/${id}`);
    expect(await priceOf()).toBe(100);
  });

  it('are not cached while events cannot arrive, and requested again afterwards', async () => {
    await priceOf();
    gateway.feed.disconnect();
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

  it('work without a bus', async () => {
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
  ])('are not cached with status %i and %j', async (status, headers) => {
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
    '/api/admin/dashboard-stats',
    '/api/payment/checkout-session?sessionId=cs_test_1',
    // Another gateway may have booked a slot.
    '/api/bookings/slots?date=2026-11-24',
  ])('are never cached at the address %s (SIL-40)', (path) => {
    expect(gateway.context.responseCache.endpointOf(path)).toBeUndefined();
  });

  it('stay within the memory limit', async () => {
    await gateway.stop();
    gateway = await startGateway({ env: { GATEWAY_KEPT_MEGABYTES: '1' } });
    gateway.catalog.answer = (req, res) => sendJson(req, res, { text: 'x'.repeat(50_000) });
    for (let page = 1; page <= 40; page += 1) await gateway.get(`/api/products?page=${page}`);
    expect(gateway.context.responseCache.size.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(gateway.context.responseCache.size.entries).toBeGreaterThan(5);
  });
});
