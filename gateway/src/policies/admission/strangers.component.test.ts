import { connect, type Socket } from 'node:net';
import { problemSchema } from '@kinmel/contracts';
import { testTokens } from '@kinmel/testing/servers';
import { type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';

let gateway: RunningGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const statusOf = (raw: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1]);

it('calls refused with 401 or 403 are counted by the rate limit (K-11)', async () => {
  const tokens = testTokens();
  gateway = await startGateway({
    env: { JWKS_FILE: tokens.jwksFile, GATEWAY_READS_PER_MINUTE: '2', GATEWAY_WRITES_PER_MINUTE: '2' },
  });
  const call = (method: string, path: string, token: string) =>
    gateway?.send(method, path, { headers: { authorization: `Bearer ${token}` } });
  const statuses = [];
  const [foreign, expired, customer] = [tokens.foreign(), tokens.expired(), tokens.customer()];
  for (const token of [foreign, foreign, foreign, customer, customer, customer])
    statuses.push((await call('GET', '/api/admin/dashboard-stats', token))?.status);
  for (const token of [expired, expired, expired, customer, customer, customer])
    statuses.push((await call('POST', '/api/products', token))?.status);
  const [byNetwork, byAccount] = [
    [401, 401, 429],
    [403, 403, 429],
  ];
  expect(statuses).toEqual([...byNetwork, ...byAccount, ...byNetwork, ...byAccount]);
  tokens.cleanUp();
});

it('CSP reports are counted as writes (K-11)', async () => {
  gateway = await startGateway({ env: { GATEWAY_WRITES_PER_MINUTE: '2' } });
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await gateway.send('POST', '/csp-reports', { body: '[]' })).status);
  expect(statuses).toEqual([204, 204, 429, 429]);
});

describe('the Host header', () => {
  const requestHost = (host: string, path = '/api/products') =>
    gateway?.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it('must be the public host or a local name of this machine, once, for cached answers too (K-01, K-04)', async () => {
    gateway = await startGateway({ env: { GATEWAY_PUBLIC_URL: 'https://shop.example' } });
    const allowed = ['shop.example', 'Shop.Example', `127.0.0.1:${gateway.port}`, 'localhost:8080', '[::1]'];
    for (const host of allowed)
      expect([host, statusOf((await requestHost(host)) ?? '')]).toEqual([host, 200]);
    gateway.catalog.requests.length = 0;
    const twice = 'shop.example\r\nhOST: shop.example';
    expect(statusOf((await requestHost(twice, '/health/live')) ?? '')).toBe(400);
    const others = ['evil.example', 'shop.example.evil.example', 'shop.example:8443', '192.168.1.4', ''];
    for (const host of [...others, twice]) {
      // The answer is cached: the cache checks the host too.
      const raw = (await requestHost(host)) ?? '';
      expect([host, statusOf(raw)]).toEqual([host, 400]);
      expect(problemSchema.parse(JSON.parse(raw.slice(raw.indexOf('{')))).code).toBe('invalid-request');
      expect(statusOf((await requestHost(host, '/')) ?? '')).toBe(400);
    }
    expect(gateway.catalog.requests).toEqual([]);
    expect(statusOf((await requestHost('10.1.2.3', '/health/live')) ?? '')).toBe(200);
  });

  it('is not checked without a public address', async () => {
    gateway = await startGateway();
    expect(statusOf((await requestHost('anything.example')) ?? '')).toBe(200);
  });
});

describe('a connection', () => {
  it.each([
    ['a read', 'GET /api/products'],
    ['a page', 'GET /'],
    ['an address where nothing is', 'POST /api/nothing'],
  ])('whose body is still sent long after the answer to %s is closed', async (_what, line) => {
    gateway = await startGateway({ settings: { limits: { lingerMs: 200 } } });
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.write(`${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n`);
    const writeTimer = setInterval(() => socket.write('x'), 20);
    await waitUntil(() => text.includes('HTTP/1.1'));
    await closed;
    clearInterval(writeTimer);
    expect(statusOf(text)).toBeGreaterThan(0);
  });

  it('over the limit is closed at once; earlier ones stay open, and a freed one can be used again', async () => {
    gateway = await startGateway({ env: { GATEWAY_CONNECTIONS: '8', GATEWAY_CONNECTIONS_PER_ADDRESS: '3' } });
    const { port } = gateway;
    const open = () =>
      new Promise<{ socket: Socket; isClosed: () => boolean }>((resolve) => {
        let isClosed = false;
        const socket = connect(port, '127.0.0.1', () => resolve({ socket, isClosed: () => isClosed }));
        socket.resume().on('error', () => undefined);
        socket.on('close', () => {
          isClosed = true;
        });
      });
    const openConnections = [await open(), await open(), await open()];
    const fourth = await open();
    await waitUntil(fourth.isClosed);
    expect(openConnections.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
    openConnections[0]?.socket.destroy();
    await waitUntil(async () => (await gateway?.get('/health/live').catch(() => undefined))?.status === 200);
    for (const { socket } of openConnections) socket.destroy();
    expect(gateway.server.maxConnections).toBe(8);
  });
});
