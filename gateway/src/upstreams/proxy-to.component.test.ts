import { createHash } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { problemSchema } from '@kinmel/contracts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { addressOf, sendJson } from '../testing/stub-service.ts';

let gateway: RunningGateway;
const deadlineMs = 1000;

beforeEach(async () => {
  gateway = await startGateway({
    env: { GATEWAY_DEADLINE_MS: String(deadlineMs) },
    settings: { circuit: { volumeThreshold: 5, resetMs: 150 } },
  });
});

afterEach(() => gateway.stop());

const codeOf = (text: string) => problemSchema.parse(JSON.parse(text)).code;
/** An upload that is announced but not sent. */
const stalledUpload = 'POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n--x';
const write = () => gateway.send('POST', '/api/products');
const answerNormally = (): void => {
  gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true });
};
const hang = (): void => {
  gateway.catalog.answer = () => undefined;
};

describe('a service that fails', () => {
  it.each(['POST', 'GET'])(
    'is 503 for %s with Retry-After when it is down, without naming a host (K-12)',
    async (method) => {
      await gateway.catalog.kill();
      const { status, text, headers } = await gateway.send(method, '/api/products');
      expect([status, codeOf(text), headers['retry-after']]).toEqual([503, 'service-unavailable', '2']);
      expect(text + JSON.stringify(headers)).not.toMatch(/127\.0\.0\.1|localhost|ECONN|catalog/);
      await gateway.catalog.start();
    },
  );

  it.each(['POST', 'GET'])('is 504 for %s within its deadline when it hangs', async (method) => {
    hang();
    const startedAt = performance.now();
    const answer = await gateway.send(method, '/api/products');
    expect([answer.status, codeOf(answer.text)]).toEqual([504, 'service-timeout']);
    expect(performance.now() - startedAt).toBeLessThan(deadlineMs * 5);
  });

  it('breaks the connection when it dies in the middle of its answer', async () => {
    gateway.catalog.answer = (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      res.write('{"half":');
      setTimeout(() => res.destroy(), 10);
    };
    await expect(write()).rejects.toThrow();
    // A cached read is received completely before it is sent.
    expect((await gateway.get('/api/products')).status).toBe(503);
  });

  it('is not called while its circuit is open, and recovers without a restart', async () => {
    await gateway.catalog.kill();
    for (let count = 0; count < 6; count += 1) expect((await write()).status).toBe(503);
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('open');
    await gateway.catalog.start();
    answerNormally();
    const refused = await write();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(gateway.catalog.requests).toHaveLength(0);
    // The other requests continue.
    expect((await gateway.get('/api/policy')).status).toBe(200);
    await waitUntil(async () => (await write()).status === 200);
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  });

  it('gets one trial request after the pause', async () => {
    hang();
    await Promise.all(Array.from({ length: 6 }, write));
    await waitUntil(() => gateway.context.upstreams.get('catalog')?.circuit.state === 'half-open');
    const before = gateway.catalog.requests.length;
    const statuses = (await Promise.all([write(), write(), write()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([503, 503, 504]);
    expect(gateway.catalog.requests.length).toBe(before + 1);
  });

  it('keeps its circuit closed when its answers are errors', async () => {
    gateway.catalog.answer = (_req, res) => res.writeHead(500).end('{}');
    for (let count = 0; count < 12; count += 1) expect((await write()).status).toBe(500);
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  });

  it('is called once for each request when it answers 503: nothing is retried (H-03)', async () => {
    gateway.catalog.answer = (_req, res) => res.writeHead(503, { 'Retry-After': '1' }).end('{}');
    const clients = Array.from({ length: 50 }, async (_, client) => {
      const headers = { 'Idempotency-Key': `a-key-of-client-${client}` };
      return [
        await gateway.get(`/api/products?page=${client + 1}`),
        await gateway.send('POST', '/api/products'),
        await gateway.send('POST', '/api/products', { headers }),
      ].map(({ status }) => status);
    });
    expect(new Set((await Promise.all(clients)).flat())).toEqual(new Set([503]));
    expect(gateway.catalog.requests).toHaveLength(3 * clients.length);
  });

  it('keeps its circuit closed when clients disconnect', async () => {
    hang();
    for (let count = 0; count < 8; count += 1) {
      await new Promise<void>((resolve) => {
        const outgoing = request({ port: gateway.port, method: 'POST', path: '/api/products', agent: false });
        outgoing.on('error', () => resolve());
        outgoing.end();
        void waitUntil(() => gateway.catalog.requests.length > count).then(() => outgoing.destroy());
      });
    }
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  });

  it('keeps its circuit closed when clients announce an upload and do not send it', async () => {
    await gateway.stop();
    gateway = await startGateway({
      env: { GATEWAY_UPLOAD_DEADLINE_MS: '100' },
      settings: { circuit: { volumeThreshold: 5 }, limits: { uploadSpanMs: 400 } },
    });
    const texts = await Promise.all(Array.from({ length: 8 }, () => gateway.raw(stalledUpload)));
    expect(new Set(texts.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 503']));
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  });

  it('gets no more concurrent requests than its capacity', async () => {
    await gateway.stop();
    gateway = await startGateway({
      env: { GATEWAY_DEADLINE_MS: '300' },
      settings: { circuit: { capacity: 3 } },
    });
    hang();
    const statuses = (await Promise.all(Array.from({ length: 5 }, write))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([503, 503, 504, 504, 504]);
  });

  it('gets a limited number of concurrent public reads; one that would wait too long is refused with Retry-After', async () => {
    await gateway.stop();
    gateway = await startGateway({
      settings: { reads: { atOnce: 1, burstWaitMs: 0, standingAfterMs: 60_000 } },
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const requestedUrls: string[] = [];
    gateway.catalog.answer = (req, res) => {
      requestedUrls.push(req.url ?? '');
      void released.then(() => sendJson(req, res, {}));
    };
    const first = gateway.get('/api/products?page=1');
    await waitUntil(() => requestedUrls.length === 1);
    const refused = await gateway.get('/api/products?page=2');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    release();
    expect((await first).status).toBe(200);
    expect((await gateway.get('/api/products?page=2')).status).toBe(200);
    expect(requestedUrls).toEqual(['/api/products?page=1', '/api/products?page=2']);
    // Refusals of the gateway do not count against the service.
    expect(gateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  });
});

describe('the proxy', () => {
  it('serves other clients while some send a body slowly', async () => {
    await gateway.stop();
    gateway = await startGateway({ settings: { circuit: { capacity: 1 }, limits: { bodyTimeoutMs: 500 } } });
    const bodies: string[] = [];
    gateway.catalog.answer = (req, res, body) => {
      bodies.push(body.toString());
      sendJson(req, res, {});
    };
    const sendRaw = (remainder: string) =>
      gateway.raw(
        `POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n${remainder}`,
      );
    const slowAnswers = Promise.all([
      sendRaw('Content-Length: 100\r\n\r\n{"a":'),
      sendRaw('Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'),
    ]);
    const body = '{"name":"टेस्ट"}';
    const length = Buffer.byteLength(body);
    const quickAnswer = await sendRaw(`Content-Length: ${length}\r\n\r\n${body}`);
    const chunked = await sendRaw(
      `Transfer-Encoding: chunked\r\n\r\n9\r\n{"name":"\r\n${(length - 9).toString(16)}\r\n${body.slice(9)}\r\n0\r\n\r\n`,
    );
    expect([quickAnswer, chunked].map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect((await slowAnswers).map((text) => text.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408']);
    expect(bodies).toEqual([body, body]);
  });

  it('streams an answer of 20 MB unchanged', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'kinmel ');
    gateway.catalog.answer = (_req, res) => res.writeHead(200).end(bytes);
    const answer = await write();
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(answer.body)).toBe(hash(bytes));
  });

  it('preserves the headers that policies set and drops those that describe the service', async () => {
    gateway.catalog.answer = (_req, res) =>
      res
        .writeHead(200, {
          'Content-Security-Policy': "script-src 'unsafe-inline'",
          'X-Frame-Options': 'ALLOWALL',
          'X-Powered-By': 'Express',
          Server: 'inside',
          'X-Request-Id': 'theirs',
          Location: '/there',
        })
        .end('{}');
    const { headers } = await write();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-request-id']).not.toBe('theirs');
    for (const name of ['x-powered-by', 'server']) expect(headers).not.toHaveProperty(name);
    expect(headers.location).toBe('/there');
  });

  it('reuses connections to a service', async () => {
    let connections = 0;
    const server = createServer((_req, res) => res.end('{}'));
    server.on('connection', () => {
      connections += 1;
    });
    const directGateway = await startGateway({ env: { CATALOG_URL: await addressOf(server) } });
    for (let count = 0; count < 20; count += 1) await directGateway.send('POST', '/api/products');
    expect(connections).toBe(1);
    await directGateway.stop();
    server.close();
  });

  it("adds no listeners to the client's connection with each request", async () => {
    answerNormally();
    const counts = new Map<Socket, number[]>();
    gateway.server.on('request', ({ socket }) => {
      const listeners = socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0);
      counts.set(socket, [...(counts.get(socket) ?? []), listeners]);
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 20; count += 1) {
      await new Promise((resolve, reject) => {
        request({ port: gateway.port, method: 'POST', path: '/api/products', agent }, (incoming) =>
          incoming.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      });
    }
    agent.destroy();
    const [listenerCounts = []] = [...counts.values()];
    expect(listenerCounts).toHaveLength(20);
    expect(listenerCounts.at(-1)).toBeLessThanOrEqual((listenerCounts[2] ?? 0) + 2);
  });

  it('ends its request to the service when the client is refused in the middle of an upload (U-04)', async () => {
    await gateway.stop();
    let bodyEnd: 'whole' | 'broken off' | undefined;
    const server = createServer((req) => {
      req.resume();
      req.on('end', () => {
        bodyEnd = 'whole';
      });
      req.on('close', () => {
        bodyEnd ??= 'broken off';
      });
    });
    const settings = { limits: { uploadSpanMs: 100 } };
    gateway = await startGateway({ env: { CATALOG_URL: await addressOf(server) }, settings });
    const text = await gateway.raw(stalledUpload);
    expect(text).toMatch(/^HTTP\/1\.1 408/);
    await waitUntil(() => bodyEnd !== undefined);
    expect(bodyEnd).toBe('broken off');
    server.close();
  });

  it('forwards a chunked body of 9 MB unchanged, with backpressure', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'abcdefg');
    let received: Buffer = Buffer.alloc(0);
    gateway.catalog.answer = (req, res, body) => {
      received = body;
      sendJson(req, res, {});
    };
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
    expect((await gateway.send('POST', '/api/upload', { body: bytes, headers })).status).toBe(200);
    expect(received.equals(bytes)).toBe(true);
  });

  it('closes the connection when the client asks for it', async () => {
    answerNormally();
    const text = await gateway.raw(
      'POST /api/products HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });
});

it('a service that resets the connection during an upload keeps its circuit closed', async () => {
  const service = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}');
      socket.resetAndDestroy();
    });
  });
  const settings = { circuit: { volumeThreshold: 5 } };
  const resetGateway = await startGateway({ env: { CATALOG_URL: await addressOf(service) }, settings });
  const body = Buffer.alloc(4 * 1024 * 1024, 'x');
  const headers = { 'content-length': String(body.length) };
  for (let attempt = 0; attempt < 12; attempt += 1)
    await resetGateway.send('POST', '/api/upload', { headers, body }).catch(() => undefined);
  expect(resetGateway.context.upstreams.get('catalog')?.circuit.state).toBe('closed');
  await resetGateway.stop();
  service.close();
});
