import { redisServer, startTestRedis, type TestRedis } from '@kinmel/testing';
import { type Answer, type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';

const limit = 5;
const gateways: RunningGateway[] = [];
let redis: TestRedis;

/** `countMs` is long enough for a loaded machine. */
async function startWith(env: Record<string, string> = {}, countMs = 20_000): Promise<RunningGateway> {
  const gateway = await startGateway({
    env: { REDIS_URL: redis.url, GATEWAY_WRITES_PER_MINUTE: String(limit), ...env },
    settings: { countMs },
  });
  gateways.push(gateway);
  return gateway;
}

const write = (gateway: RunningGateway): Promise<Answer> => gateway.send('POST', '/api/products');
const remainingOf = ({ headers }: Answer): number =>
  Number(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
const linesAbout = (gateway: RunningGateway, words: string) =>
  gateway.logLines.filter((line) => line.includes(words)).length;
const countedLocally = async (gateway: RunningGateway) =>
  Number(/^gateway_counted_alone_total (\d+)/m.exec(await gateway.context.metrics.registry.metrics())?.[1]);

const outageText = 'each gateway counts rate limits in its own memory';
const recoveryText = 'counted in Redis again';

// Skipped only where no Redis is available (tooling/src/test/run-rules.ts).
(redisServer === undefined ? describe.skip : describe)('the rate limits of several gateways (K-11)', () => {
  beforeEach(async () => {
    redis = await startTestRedis();
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
    await redis.kill();
  });

  it('are counted together by all gateways', async () => {
    const [firstGateway, secondGateway] = [await startWith(), await startWith()];
    for (let count = 1; count < limit; count += 1) expect((await write(firstGateway)).status).not.toBe(429);
    expect(remainingOf(await write(secondGateway))).toBe(0);
    const refused = await write(secondGateway);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await write(firstGateway)).status).toBe(429);
    expect([await countedLocally(firstGateway), await countedLocally(secondGateway)]).toEqual([0, 0]);
  });

  it('count reads, writes and pages separately', async () => {
    const gateway = await startWith({ GATEWAY_READS_PER_MINUTE: '2' });
    expect(remainingOf(await gateway.get('/api/policy'))).toBe(1);
    expect((await gateway.get('/', { accept: 'text/html' })).status).toBe(200);
    expect(remainingOf(await write(gateway))).toBe(limit - 1);
    expect(remainingOf(await gateway.get('/api/products/1'))).toBe(0);
  });

  it('are counted in memory while Redis is down, and together again when it is back; both are logged once', async () => {
    const gateway = await startWith();
    expect(remainingOf(await write(gateway))).toBe(limit - 1);
    await redis.kill();
    const statuses = [];
    for (let count = 0; count <= limit; count += 1) statuses.push((await write(gateway)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await countedLocally(gateway)).toBe(limit + 1);
    expect([linesAbout(gateway, outageText), linesAbout(gateway, recoveryText)]).toEqual([1, 0]);
    await redis.start();
    await waitUntil(async () => {
      await write(gateway);
      return linesAbout(gateway, recoveryText) > 0;
    });
    const secondGateway = await startWith();
    await waitUntil(async () => (await write(secondGateway)).status === 429);
    expect((await write(gateway)).status).toBe(429);
    expect([linesAbout(gateway, outageText), linesAbout(gateway, recoveryText)]).toEqual([1, 1]);
    expect(linesAbout(secondGateway, outageText)).toBe(0);
  });

  it('do not wait for a Redis that accepts connections and never answers', async () => {
    const gateway = await startWith({}, 100);
    redis.hold();
    try {
      const statuses = [];
      for (let count = 0; count <= limit; count += 1) statuses.push((await write(gateway)).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    } finally {
      redis.goOn();
    }
  });

  it('do not prevent a start without Redis, which is used once it is up', async () => {
    await redis.kill();
    const gateway = await startWith();
    expect((await write(gateway)).status).not.toBe(429);
    expect(linesAbout(gateway, outageText)).toBe(1);
    await redis.start();
    await waitUntil(async () => {
      await write(gateway);
      return linesAbout(gateway, recoveryText) > 0;
    });
  });
});
