import { connect, type Socket } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { problemSchema } from '@kinmel/contracts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { startStub } from '../testing/stub-service.ts';

const id = '65a000000000000000000001';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({ settings: { limits: { bodyTimeoutMs: 150 } } });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.catalog.requests.length = 0;
  gateway.order.requests.length = 0;
  gateway.context.responseCache.dropAll();
});

const problemOf = (text: string) => problemSchema.parse(JSON.parse(text));
const bodyOf = (raw: string) => raw.slice(raw.indexOf('\r\n\r\n') + 4);
const statusOf = (raw: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1]);
const noServiceCalled = () => gateway.catalog.requests.length === 0 && gateway.order.requests.length === 0;

describe('request ids', () => {
  it('are new for each request and sent to the service (K-05)', async () => {
    const answer = await gateway.send('POST', '/api/products', {
      headers: { 'x-request-id': 'forged', 'content-length': '0' },
    });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
    expect(gateway.catalog.requests[0]?.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    expect((await gateway.get('/')).headers['x-request-id']).not.toBe(answer.headers['x-request-id']);
  });

  it('come with a trace that continues a valid one and replaces an invalid one', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await gateway.send('POST', '/api/products', { headers: { traceparent } });
    await gateway.send('POST', '/api/products', { headers: { traceparent: `${traceparent}-x` } });
    expect(gateway.catalog.requests[0]?.headers.traceparent).toBe(traceparent);
    expect(gateway.catalog.requests[1]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('security headers', () => {
  it('allow pages to run only code of the shop (N-11)', async () => {
    const { headers } = await gateway.get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*|ws:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allow pages to post forms to the configured payment pages only', async () => {
    const origin = 'https://epay.esewa.com.np';
    const paymentGateway = await startGateway({ env: { PAYMENT_FORM_ORIGINS: origin } });
    const { headers } = await paymentGateway.get('/');
    await paymentGateway.stop();
    expect(String(headers['content-security-policy'])).toContain(`form-action 'self' ${origin}`);
  });

  it('include HSTS only with https', async () => {
    expect((await gateway.get('/')).headers['strict-transport-security']).toBeUndefined();
    const httpsGateway = await startGateway({ env: { GATEWAY_PUBLIC_URL: 'https://shop.example' } });
    expect((await httpsGateway.get('/')).headers['strict-transport-security']).toContain('max-age=31536000');
    await httpsGateway.stop();
  });
});

describe('limits', () => {
  it.each([
    [
      'CL and TE together',
      `POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'two lengths',
      'POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    ],
    [
      'an obfuscated TE',
      'POST /api/products HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header with a bare CR', 'GET /api/products HTTP/1.1\r\nHost: a\r\nX-A: b\rc: d\r\n\r\n'],
    ['two hosts', 'GET /api/products HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['one host twice', 'GET /api/products HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /api/products HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['bare LF', 'GET /api/products HTTP/1.1\nHost: a\n\n'],
  ])('refuse %s with 400 and close (K-01)', async (_name, bytes) => {
    expect(statusOf(await gateway.raw(bytes))).toBe(400);
    expect(noServiceCalled()).toBe(true);
  });

  it('refuse 17 kB of headers and 200 headers with 431 (K-02)', async () => {
    const largeHeaders = await gateway.raw(
      `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'a'.repeat(17_000)}\r\n\r\n`,
    );
    expect([statusOf(largeHeaders), problemOf(bodyOf(largeHeaders)).code]).toEqual([
      431,
      'headers-too-large',
    ]);
    const manyHeaders = Object.fromEntries(
      Array.from({ length: 200 }, (_value, index) => [`x-h-${index}`, '1']),
    );
    expect((await gateway.get('/api/products', manyHeaders)).status).toBe(431);
    expect(noServiceCalled()).toBe(true);
    // The cache checks this too.
    await gateway.get('/api/products');
    expect((await gateway.get('/api/products', manyHeaders)).status).toBe(431);
  });

  it('refuse an address of 9 kB with 414 and 1,001 parameters with 400 (K-02)', async () => {
    const longAddress = await gateway.get(`/api/products?search=${'a'.repeat(9000)}`);
    expect([longAddress.status, problemOf(longAddress.text).code]).toEqual([414, 'address-too-long']);
    const parameters = Array.from({ length: 1001 }, () => 'a=1').join('&');
    expect((await gateway.get(`/api/products?${parameters}`)).status).toBe(400);
    expect(noServiceCalled()).toBe(true);
  });

  it('refuse a body that does not arrive (K-03)', async () => {
    const raw = await gateway.raw(
      'POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a":',
    );
    expect([statusOf(raw), problemOf(bodyOf(raw)).code]).toEqual([408, 'request-timeout']);
  });

  it.each(['GET http://evil.example/api/products HTTP/1.1', 'OPTIONS * HTTP/1.1'])(
    'refuse the target of %s (K-04)',
    async (line) => {
      const raw = await gateway.raw(`${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      expect(statusOf(raw)).toBe(400);
      expect(noServiceCalled()).toBe(true);
    },
  );

  it('refuse CONNECT, TRACE and unknown methods with 405 (K-04)', async () => {
    const raw = await gateway.raw('CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    expect([statusOf(raw), problemOf(bodyOf(raw)).code]).toEqual([405, 'method-not-allowed']);
    for (const method of ['TRACE', 'PROPFIND', 'LINK']) {
      expect((await gateway.send(method, '/api/products')).status).toBe(405);
    }
    expect(noServiceCalled()).toBe(true);
  });

  it('refuse a websocket with 400 and ignore other upgrades (K-10)', async () => {
    const websocket = await gateway.raw(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(statusOf(websocket)).toBe(400);
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' };
    expect((await gateway.get('/api/policy', headers)).status).toBe(200);
  });

  it('keep Host and X-Forwarded-Host from services and answers (K-04)', async () => {
    const host = 'evil.example';
    const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}` };
    const page = await gateway.get('/', headers);
    await gateway.send('POST', '/api/products', { headers });
    expect(page.text).not.toContain('evil');
    expect(JSON.stringify(page.headers)).not.toContain('evil');
    expect(JSON.stringify(gateway.catalog.requests[0]?.headers)).not.toContain('evil');
  });

  it('refuse JSON over 100 kB by its length and by its bytes', async () => {
    const body = Buffer.alloc(110 * 1024, 'a');
    const headers = { 'content-length': String(body.length) };
    const withLength = await gateway.send('POST', '/api/products', { body, headers });
    expect([withLength.status, problemOf(withLength.text).code]).toEqual([413, 'too-large']);
    expect(gateway.catalog.requests).toHaveLength(0);
    const chunked = await gateway.raw(
      `POST /api/products HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`,
    );
    expect([statusOf(chunked), problemOf(bodyOf(chunked)).code]).toEqual([413, 'too-large']);
    expect(gateway.catalog.requests).toHaveLength(0);
  });

  it.each([
    ['JSON', 'POST', '/api/products', 'application/json'],
    ['an upload', 'POST', '/api/upload', 'multipart/form-data; boundary=x'],
    ['a webhook', 'POST', '/api/payments/webhook', 'application/json'],
    ['a report of a browser', 'POST', '/csp-reports', 'application/csp-report'],
    ['a cached read', 'GET', '/api/products', 'application/json'],
    ['a page', 'GET', '/', 'application/json'],
    ['no body', 'GET', '/api/products', undefined],
  ])('refuse %s in any encoding but identity with 415', async (_what, method, path, type) => {
    const body = type === undefined ? '' : brotliCompressSync('{}');
    await gateway.get('/api/products');
    gateway.catalog.requests.length = 0;
    for (const encoding of ['br', 'gzip', 'deflate', 'zstd', 'BR', 'identity, br', 'br, identity', 'x']) {
      const { status, text, headers } = await gateway.send(method, path, {
        headers: {
          ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(body.length) }),
          'content-encoding': encoding,
        },
        body,
      });
      expect([encoding, status, problemOf(text).code]).toEqual([encoding, 415, 'unsupported-type']);
      expect(headers.connection).toBe('close');
    }
    expect(noServiceCalled()).toBe(true);
  });

  it('accept a body with Content-Encoding identity', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' };
    expect((await gateway.send('POST', '/api/products', { headers, body: '{}' })).status).toBe(200);
  });

  it('accept an upload of 10 MB and refuse one of 12 MB', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = Buffer.alloc(10 * 1024 * 1024, 'a');
    expect((await gateway.send('POST', '/api/upload', { body, headers })).status).toBe(200);
    expect(gateway.catalog.requests[0]?.bytes).toBe(body.length);
    const length = { ...headers, 'content-length': String(12 * 1024 * 1024) };
    const tooLarge = await gateway
      .send('POST', '/api/upload', { body: 'a', headers: length })
      .catch(() => undefined);
    expect(tooLarge?.status ?? 413).toBe(413);
  });
});

describe('identity', () => {
  it('drops headers that only the gateway may set (K-05)', async () => {
    const forged = {
      ...Object.fromEntries(['user-id', 'identity', 'kinmel-role'].map((name) => [`x-${name}`, 'admin'])),
      'x-kinmel-service-token': 'stolen',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-real-ip': '10.0.0.1',
      'x-original-url': '/api/admin/dashboard-stats',
      authorization: 'Bearer abc',
    };
    await gateway.send('POST', '/api/products', { headers: forged });
    const { headers } = gateway.catalog.requests[0] ?? {};
    expect(
      Object.keys(headers ?? {})
        .sort()
        .join(' '),
    ).toBe(
      'authorization connection content-length host traceparent x-forwarded-for x-forwarded-proto x-request-id',
    );
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });

  it('ignores headers that replace the method (G-08)', async () => {
    const names = ['x-http-method-override', 'x-http-method', 'x-method-override'];
    const withMethod = (method: string) => ({
      headers: Object.fromEntries(names.map((name) => [name, method])),
    });
    await gateway.get('/api/products');
    expect((await gateway.send('POST', '/api/products', withMethod('GET'))).status).toBe(200);
    expect((await gateway.send('GET', '/api/products?page=2', withMethod('DELETE'))).status).toBe(200);
    expect(gateway.catalog.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    for (const { headers } of gateway.catalog.requests)
      for (const name of names) expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['http://shop.example:8080', 'same'],
    ['http://shop.example', 'other'],
    ['http://evil.example', 'other'],
    ['null', 'other'],
  ])('tells services whether a call from %s comes from a page of the shop', async (origin, expected) => {
    const headers = { host: 'shop.example:8080', origin, 'x-kinmel-origin': 'same' };
    await gateway.send('POST', '/api/products', { headers });
    expect(gateway.catalog.requests[0]?.headers['x-kinmel-origin']).toBe(expected);
  });

  it("keeps the gateway's headers when Connection names them (K-05)", async () => {
    await gateway.raw(
      'POST /api/products HTTP/1.1\r\nHost: a\r\nConnection: close, X-Request-Id, X-User-Id\r\nX-User-Id: 1\r\nContent-Length: 0\r\n\r\n',
    );
    const { headers } = gateway.catalog.requests[0] ?? {};
    expect(headers?.['x-request-id']).toMatch(/^[\w-]{12}$/);
    expect(headers?.['x-user-id']).toBeUndefined();
    expect(headers?.connection).not.toMatch(/x-/i);
  });
});

it('a body stays a body when Connection names its length: no request smuggling (K-01, K-05)', async () => {
  for (const framing of ['Content-Length', 'Transfer-Encoding']) {
    gateway.catalog.requests.length = 0;
    const inner = 'GET /api/admin/dashboard-stats HTTP/1.1\r\nHost: a\r\n\r\n';
    const body =
      framing === 'Content-Length' ? inner : `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    const length = framing === 'Content-Length' ? String(inner.length) : 'chunked';
    await gateway.raw(
      `GET /api/admin/dashboard-stats?x HTTP/1.1\r\nHost: a\r\nConnection: close, ${framing}\r\n${framing}: ${length}\r\n\r\n${body}`,
    );
    await gateway.send('POST', '/api/products');
    expect(gateway.catalog.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/admin/dashboard-stats?x',
      'POST /api/products',
    ]);
  }
});

describe('addresses', () => {
  it.each([
    `/api/products/${id}/`,
    '/api/products/',
    '//api/products',
    '/api//products',
    '/API/products',
    '/api/Products',
    '/%61pi/products',
    '/api/%70roducts',
    '/api/products;x',
    '/api/products;x/1',
    '/api/./products',
    '/api/x/../products',
    '/api/x/%2e%2e/products',
    '/api/products/suggestions#',
    '/api/special-offers/check-promo#/x',
    '/api/products%2f',
    '/api/products%5c',
    '/api/products\\x',
    '/api/products%00',
    '/api/products/%252e%252e',
    '/api/products/%zz',
    '/api/admin/dashboard-stats/',
    '/api/admin//dashboard-stats',
    '/api/admin/x/../dashboard-stats',
    '/api/admin/%64ashboard-stats',
    '/api/admin/dashboard-stats%2f',
    '/uploads/../api/admin/dashboard-stats',
  ])('%s is 404, as it is not the canonical path (G-07)', async (path) => {
    const raw = await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(statusOf(raw)).toBe(404);
    expect(noServiceCalled()).toBe(true);
  });

  it('an unknown API path is 404 in JSON, a known one with another method 405 (K-10)', async () => {
    const unknown = await gateway.get('/api/nothing');
    expect([unknown.status, problemOf(unknown.text).code]).toEqual([404, 'not-found']);
    expect(problemOf(unknown.text).requestId).toBe(unknown.headers['x-request-id']);
    const patched = await gateway.send('PATCH', '/api/products');
    expect([patched.status, patched.headers.allow]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    expect((await gateway.send('POST', '/api/products/suggestions')).status).toBe(405);
    expect(noServiceCalled()).toBe(true);
  });

  it('HEAD is answered as GET without the body (K-10)', async () => {
    for (const path of ['/', '/api/products']) {
      const answer = await gateway.send('HEAD', path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, '']);
    }
  });

  it.each([
    '/metrics',
    '/health',
    '/health/details',
    '/.env',
    '/.git/config',
    '/remotes',
    '/remotes/',
    '/shell/',
    '/main.js.map',
  ])('%s is 404 from outside (K-12)', async (path) => {
    expect((await gateway.get(path)).status).toBe(404);
  });

  it('reach their owner by every documented path (CONF-48)', async () => {
    await gateway.send('POST', '/api/upload/upload');
    await gateway.send('PUT', `/api/products/${id}`, { body: '{}' });
    await gateway.get('/api/policy');
    expect(gateway.catalog.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/upload/upload',
      `PUT /api/products/${id}`,
    ]);
    expect(gateway.order.requests.map(({ url }) => url)).toEqual(['/api/policy']);
  });
});

describe('rate limits', () => {
  it('count avatars as reads, as a service answers them', async () => {
    const auth = await startStub((_req, res) => res.writeHead(404).end());
    const limited = await startGateway({ env: { AUTH_URL: auth.url, GATEWAY_READS_PER_MINUTE: '2' } });
    const statuses = [];
    for (const id of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'])
      statuses.push((await limited.get(`/uploads/avatars/${id}/64.webp`)).status);
    expect(statuses).toEqual([404, 404, 429]);
    expect(auth.requests).toHaveLength(2);
    await limited.stop();
    await auth.kill();
  });

  it('trust X-Forwarded-For only from the configured number of proxies', async () => {
    const limited = await startGateway({
      env: { GATEWAY_WRITES_PER_MINUTE: '1', GATEWAY_TRUSTED_PROXIES: '1' },
    });
    const from = (address: string) =>
      limited.send('POST', '/api/products', { headers: { 'x-forwarded-for': `6.6.6.6, ${address}` } });
    expect((await from('10.0.0.1')).status).toBe(200);
    expect((await from('10.0.0.2')).status).toBe(200);
    expect((await from('10.0.0.1')).status).toBe(429);
    await limited.stop();
  });
});

it('services learn that the shop is reached by https, whatever a proxy says', async () => {
  const httpsGateway = await startGateway({ env: { GATEWAY_PUBLIC_URL: 'https://shop.example' } });
  await httpsGateway.send('POST', '/api/products', { headers: { 'x-forwarded-proto': 'http' } });
  expect(httpsGateway.catalog.requests[0]?.headers['x-forwarded-proto']).toBe('https');
  await httpsGateway.stop();
});

it('the log has a line for each refusal, without query and secrets', async () => {
  gateway.logLines.length = 0;
  await gateway.get('/api/unknown?token=secret-token', { authorization: 'Bearer secret-token' });
  await waitUntil(() => gateway.logLines.some((line) => line.includes('/api/unknown')));
  expect(gateway.logLines.join('')).not.toContain('secret-token');
});

it('a connection whose client does not read its answers is closed', async () => {
  const slowGateway = await startGateway({
    env: { GATEWAY_DEADLINE_MS: '500', GATEWAY_UPLOAD_DEADLINE_MS: '500' },
  });
  // More than the socket buffers of both sides hold.
  slowGateway.catalog.answer = (_req, res) => res.end(Buffer.alloc(7 * 1024 * 1024, 'x'));
  const opened = new Promise<Socket>((resolve) => slowGateway.server.once('connection', resolve));
  const socket = connect(slowGateway.port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  const serverSocket = await opened;
  await waitUntil(() => serverSocket.bytesWritten > 1024 * 1024);
  await waitUntil(() => serverSocket.destroyed);
  socket.destroy();
  await slowGateway.stop();
});
