import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownedBy } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { z } from 'zod';
import { ProblemError, problemBody } from '../http/problem-error.ts';
import { createServiceClient } from './service-client.ts';

const defineEndpoint = ownedBy('catalog');
const reserve = defineEndpoint('reserve', 'POST /internal/things/{id}/reserve', {
  role: 'service',
  summary: 'A test.',
  params: z.object({ id: z.string() }),
  body: z.object({ quantity: z.int() }),
  status: 201,
  answer: z.object({ success: z.literal(true), left: z.int() }),
});
const request = { params: { id: 'a b' }, body: { quantity: 2 } };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Handler = (req: http.IncomingMessage, res: http.ServerResponse, body: string) => void;

async function setUp(handler: Handler, options: { deadlineMs?: number; resetMs?: number } = {}) {
  const requests: { path: string | undefined; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const server = http.createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      requests.push({ path: req.url, headers: req.headers, body });
      handler(req, res, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createServiceClient({
    service: 'catalog',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceToken: 'a-token-of-the-services',
    ...options,
  });
  stops.push(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, requests, server };
}

const answer =
  (status: number, value: unknown): Handler =>
  (_, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(typeof value === 'string' ? value : JSON.stringify(value));
  };

describe('a call to another service', () => {
  it('follows the contract, authenticates and passes the trace on', async () => {
    const { client, requests } = await setUp(answer(201, { success: true, left: 3 }));
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await expect(client.call(reserve, { ...request, traceparent })).resolves.toEqual({
      success: true,
      left: 3,
    });
    expect(requests).toMatchObject([
      {
        path: '/internal/things/a%20b/reserve',
        body: '{"quantity":2}',
        headers: { 'x-kinmel-service-token': 'a-token-of-the-services', traceparent },
      },
    ]);
  });

  it('rejects with the problem of the service', async () => {
    const refusal = new ProblemError('out-of-stock', 'Not enough.', [{ path: 'p1', message: '2' }]);
    const { client } = await setUp(answer(409, problemBody(refusal)));
    await expect(client.call(reserve, request)).rejects.toMatchObject({
      code: 'out-of-stock',
      message: 'Not enough.',
      details: [{ path: 'p1', message: '2' }],
    });
  });

  it.each([
    ['an error of the service', answer(500, problemBody(new ProblemError('unexpected-error', 'inner')))],
    ['a refusal of our own token', answer(401, problemBody(new ProblemError('not-signed-in', 'x')))],
    ['an answer that is not JSON', answer(201, '<html>')],
    ['an answer that breaks the contract', answer(201, { success: true, left: 'many' })],
    ['a broken connection', (req: http.IncomingMessage) => void req.socket.destroy()],
  ])('rejects with service-unavailable after %s, without the original text', async (_, handler) => {
    const { client } = await setUp(handler);
    const error: unknown = await client.call(reserve, request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'service-unavailable', retryAfterSeconds: 2 });
    expect(String(error)).not.toContain('inner');
  });

  it('rejects at its deadline', async () => {
    const { client } = await setUp(() => undefined, { deadlineMs: 40 });
    await expect(client.call(reserve, request)).rejects.toMatchObject({ code: 'service-timeout' });
  });

  it('stops calling a silent service, and retries after a pause', async () => {
    let isDown = true;
    const { client, requests } = await setUp(
      (req, res, body) => {
        if (isDown) req.socket.destroy();
        else answer(201, { success: true, left: 1 })(req, res, body);
      },
      { resetMs: 30 },
    );
    for (let count = 0; count < 15; count += 1) {
      await expect(client.call(reserve, request)).rejects.toMatchObject({ code: 'service-unavailable' });
    }
    expect(requests.length).toBeLessThan(15);
    isDown = false;
    await eventually(async () => expect((await client.call(reserve, request)).left).toBe(1));
  });

  it.each(['service-unavailable', 'conflict'] as const)(
    'is sent once when the answer is %s, which does not open the circuit (H-03)',
    async (code) => {
      const problem = new ProblemError(code, 'No.');
      const { client, requests } = await setUp(answer(problem.status, problemBody(problem)));
      for (let count = 0; count < 20; count += 1)
        await expect(client.call(reserve, request)).rejects.toMatchObject({ code });
      expect(requests).toHaveLength(20);
    },
  );
});
