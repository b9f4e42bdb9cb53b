import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';

let gateway: RunningGateway;

beforeEach(async () => {
  gateway = await startGateway();
  const answerReady = (
    req: { url?: string | undefined },
    res: { writeHead(status: number): { end(text: string): unknown } },
  ) =>
    res.writeHead(req.url === '/health/ready' ? 200 : 404).end('{"status":"ready","parts":{"mongo":"ok"}}');
  gateway.catalog.answer = answerReady;
  gateway.order.answer = answerReady;
});

afterEach(() => gateway.stop());

const readHealth = async () => {
  const { status, text } = await gateway.get('/health/ready');
  return { status, lines: text.trim().split('\n') };
};

describe('health', () => {
  it('is ready when the gateway and every service are, one line per part', async () => {
    expect(await readHealth()).toEqual({
      status: 200,
      lines: ['gateway: ok', 'catalog: ok', 'order: ok', 'events: received', 'shell: s1', 'version: sources'],
    });
  });

  it('is not ready when a service is not ready, does not answer or is down, and names only that service (K-12)', async () => {
    gateway.order.answer = (_req, res) => res.writeHead(503).end('{"parts":{"mongo":"secret host"}}');
    await waitUntil(async () => (await readHealth()).status === 503);
    expect((await readHealth()).lines).toContain('order: not ready');
    expect((await readHealth()).lines.join()).not.toContain('secret');
    gateway.order.answer = () => undefined;
    const startedAt = performance.now();
    expect((await readHealth()).lines).toContain('catalog: ok');
    expect(performance.now() - startedAt).toBeLessThan(2500);
    await gateway.catalog.kill();
    await waitUntil(async () => (await readHealth()).lines.includes('catalog: not ready'));
  });

  it('lists parts to callers on this machine only (K-12)', async () => {
    expect((await gateway.get('/health/ready', { 'x-forwarded-for': '203.0.113.7' })).text).toBe('ready\n');
    await gateway.order.kill();
    await waitUntil(async () => (await readHealth()).status === 503);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const { status, text } = await gateway.get('/health/ready', { [header]: '203.0.113.7' });
      expect([header, status, text]).toEqual([header, 503, 'not ready\n']);
    }
  });

  it('is ready while events cannot arrive', async () => {
    gateway.feed.disconnect();
    const { status, lines } = await readHealth();
    expect([status, lines.at(-3)]).toEqual([200, 'events: not received, nothing is cached']);
  });

  it('is not ready while the process drains', async () => {
    gateway.context.isStopping = true;
    expect((await readHealth()).status).toBe(503);
  });

  it('is alive whatever the state of the services, and calls none of them', async () => {
    await gateway.catalog.kill();
    const { status, text, headers } = await gateway.get('/health/live');
    expect([status, text, headers['cache-control']]).toEqual([200, 'ok', 'no-store']);
    expect(gateway.order.requests).toEqual([]);
  });
});
