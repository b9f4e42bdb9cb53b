import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@kinmel/testing';
import { anEvent } from '../messaging/testing/events.ts';
import { testBuses } from '../messaging/testing/test-buses.ts';

interface Sample {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  get(path: string): Promise<Response>;
  lines(): { msg?: string; port?: number; level?: string; messageId?: string }[];
  output(): string;
}

const children: ChildProcess[] = [];
const buses = testBuses();

function start(env: Record<string, string> = {}): Sample {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./sample-service.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], SAMPLE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output += String(data);
    });
  }
  const lines: Sample['lines'] = () =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  return {
    child,
    ended: once(child, 'close').then(([code]) => code),
    output: () => output,
    lines,
    get: (path) => fetch(`http://127.0.0.1:${lines().find((line) => line.port !== undefined)?.port}${path}`),
  };
}

async function startListening(env?: Record<string, string>): Promise<Sample> {
  const sample = start(env);
  await eventually(() => sample.lines().some((line) => line.port !== undefined), 20_000);
  return sample;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(() => buses.close());

describe('a service process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'becomes unready on %s, finishes open requests, closes its pools and exits with 0 (H-04)',
    async (signal) => {
      const sample = await startListening();
      expect((await sample.get('/health/ready')).status).toBe(200);
      const slow = sample.get('/slow');
      // Answered after the slow request was accepted.
      await sample.get('/health/ready');

      sample.child.kill(signal);

      const answer = await slow;
      expect(await answer.text()).toBe('done');
      expect(answer.headers.get('connection')).toBe('close');
      expect(await sample.ended).toBe(0);
      const messages = sample.lines().map((line) => line.msg);
      expect(messages.slice(-3)).toEqual(['sample stops', 'pools are closed', 'sample stopped']);
    },
    30_000,
  );

  // A balancer asks each instance every 100 ms whether it is ready, and sends 20 requests in between.
  it.each([
    { waitMs: 600, failed: 'no request fails', isLossless: true },
    { waitMs: 0, failed: 'requests fail until the next check of the balancer', isLossless: false },
  ])(
    'that serves for $waitMs ms after SIGTERM: $failed (H-04)',
    async ({ waitMs, isLossless }) => {
      const env = { DRAIN_WAIT_MS: String(waitMs) };
      const instances = [await startListening(env), await startListening(env)] as const;
      let failures = 0;
      let requestCount = 0;
      let isOver = false;
      void instances[0].ended.then(() => {
        isOver = true;
      });
      instances[0].child.kill('SIGTERM');
      while (!isOver) {
        const checks = instances.map(async (instance) =>
          (await instance.get('/health/ready').catch(() => undefined))?.ok ? [instance] : [],
        );
        const ready = requestCount === 0 ? instances : (await Promise.all(checks)).flat();
        for (let sent = 0; sent < 20; sent += 1) {
          requestCount += 1;
          const answer = await ready[requestCount % ready.length]?.get('/quick').catch(() => undefined);
          if (answer?.status !== 200) failures += 1;
          await pause(5);
        }
      }
      expect(await instances[0].ended).toBe(0);
      expect(failures === 0).toBe(isLossless);
    },
    30_000,
  );

  it('finishes the message in progress after SIGTERM, and leaves the next one to other instances (H-04)', async () => {
    const bus = await buses.open('other');
    const { url, prefix } = buses.broker;
    const sample = await startListening({ AMQP_URL: url, AMQP_PREFIX: prefix });
    await eventually(async () => (await sample.get('/health/ready')).ok);
    const messages = () => sample.lines().filter(({ msg }) => msg?.startsWith('a message'));
    const [first, second] = [anEvent(), anEvent()];
    await bus.publish(first);
    await eventually(() => messages().length === 1);
    const slow = sample.get('/slow');
    // Answered after the slow request was accepted.
    await sample.get('/quick');

    sample.child.kill('SIGTERM');

    await eventually(async () => (await sample.get('/quick').catch(() => undefined)) === undefined);
    await bus.publish(second);
    expect((await slow).status).toBe(200);
    expect(await sample.ended).toBe(0);
    expect(messages()).toEqual([
      expect.objectContaining({ msg: 'a message begins', messageId: first.eventId }),
      expect.objectContaining({ msg: 'a message is handled', messageId: first.eventId }),
    ]);
    await eventually(async () => (await bus.waiting('sample.order-placed')) === 1);
  }, 30_000);

  it('ends connections by age, so that an instance that was added gets its share of the requests', async () => {
    const sample = await startListening({ CONNECTION_MAX_AGE_MS: '300' });
    const port = sample.lines().find((line) => line.port !== undefined)?.port;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const connectionOf = async () => {
      const [answer] = (await once(get({ agent, port, path: '/slow' }), 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.headers.connection;
    };
    expect(await connectionOf()).toBe('keep-alive');
    // The same connection, 700 ms later.
    expect(await connectionOf()).toBe('close');
    expect(await connectionOf()).toBe('keep-alive');
    agent.destroy();
  }, 30_000);

  it('gets requests while the broker is unavailable, although it is not ready, and none when it stops', async () => {
    const sample = await startListening({ AMQP_URL: 'amqp://127.0.0.1:1', DRAIN_WAIT_MS: '2000' });
    expect((await sample.get('/health/ready')).status).toBe(503);
    const serving = await sample.get('/health/serving');
    expect([serving.status, await serving.json()]).toMatchObject([200, { status: 'ready', parts: {} }]);

    sample.child.kill('SIGTERM');
    await eventually(async () => (await sample.get('/health/serving')).status === 503);
    expect(await sample.ended).toBe(0);
  }, 30_000);

  it('exits within ten seconds even when a request never ends', async () => {
    const sample = await startListening();
    sample.get('/never').catch(() => undefined);
    await eventually(async () => (await sample.get('/health/ready')).ok);
    const startedAt = Date.now();

    sample.child.kill('SIGTERM');

    expect(await sample.ended).toBe(1);
    expect(Date.now() - startedAt).toBeLessThan(11_500);
  }, 30_000);

  it.each([
    ['/reject', 'an unhandled rejection'],
    ['/throw', 'an uncaught exception'],
  ])(
    'exits with 1 and logs the reason after %s',
    async (path, reason) => {
      const sample = await startListening();
      await sample.get(path);
      expect(await sample.ended).toBe(1);
      expect(sample.lines().at(-1)).toMatchObject({ level: 'fatal', err: { message: reason } });
    },
    30_000,
  );

  it('does not start with an invalid setting, and names it without a stack', async () => {
    const sample = start({ SAMPLE_PORT: 'http' });
    expect(await sample.ended).toBe(1);
    expect(sample.output()).toContain('SAMPLE_PORT: expected a port number');
    expect(sample.output()).not.toContain('read-config.ts');
  }, 30_000);

  it('does not start on a port in use, and logs it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const sample = start({ SAMPLE_PORT: port });
    expect(await sample.ended).toBe(1);
    expect(sample.output()).toContain('EADDRINUSE');
    other.close();
  }, 30_000);
});
