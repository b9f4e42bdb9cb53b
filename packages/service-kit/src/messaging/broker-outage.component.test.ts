import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productUpdated } from '@kinmel/contracts';
import { countWaiting, eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { type Broker, startBroker } from '@kinmel/tooling/broker';
import { freePorts } from '@kinmel/tooling/ports';
import { migrateIndexes } from '../mongo/indexes.ts';
import type { Bus } from './bus/bus.ts';
import { createRabbitBus } from './bus/rabbit-bus.ts';
import { onEvent, startSubscriptions } from './inbox/subscriptions.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox/outbox-relay.ts';
import { anUpdate, save as saveIn } from './testing/events.ts';
import { silentLogger as logger } from './testing/test-buses.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kinmel-broker-'));
const queue = 'order.product-updated';

let database: TestDatabase;
let broker: Broker;
let publisher: Bus;
let consumer: Bus;
let relay: OutboxRelay;
const gaps: string[] = [];
const receivedIds: string[] = [];
let attempts = 0;
let mustFail = false;

const effects = () => database.connection.collection<{ eventId: string }>('effects');

const heartbeatSeconds = 2;
const newBus = (service: string, url: string) =>
  createRabbitBus({ url, service, logger, settleMs: 700, heartbeatSeconds, reconnectMaxDelayMs: 500 });

let savedCount = 0;
async function save(count: number): Promise<void> {
  const from = savedCount;
  savedCount += count;
  await saveIn(
    database.connection,
    ...Array.from({ length: count }, (_, index) => anUpdate(from + index + 1)),
  );
  relay.kick();
}

const allConnected = () =>
  eventually(() => publisher.health() === 'ok' && consumer.health() === 'ok', 20_000);

const allArrived = async () => (await effects().countDocuments()) === savedCount;

beforeAll(async () => {
  database = await testDatabase('outage');
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no free port');
  broker = await startBroker({
    port,
    folder,
    logFile: path.join(folder, 'broker.log'),
    env: { ...process.env, AMQP_URL: '' },
  });
  const { connection } = database;
  await migrateIndexes(connection, []);
  await effects().createIndex({ eventId: 1 });
  [publisher, consumer] = [newBus('catalog', broker.url), newBus('order', broker.url)];
  await startSubscriptions({
    service: 'order',
    bus: consumer,
    connection,
    subscriptions: [
      onEvent(productUpdated, async ({ eventId }, { session }) => {
        attempts += 1;
        if (mustFail) throw new Error('not yet');
        await effects().insertOne({ eventId }, { session });
      }),
    ],
    logger,
    retryDelaysMs: [2_500, 2_500],
  });
  await publisher.broadcast(
    ['product.updated'],
    (event) => receivedIds.push(event.eventId),
    () => gaps.push('gap'),
  );
  relay = createOutboxRelay({
    connection,
    bus: publisher,
    logger,
    instanceId: 'one',
    pollMs: 50,
  });
  relay.start();
  await allConnected();
}, 120_000);

afterAll(async () => {
  await relay?.stop();
  await Promise.all([publisher?.close(), consumer?.close()]);
  await broker?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function expectEachOnce(): Promise<void> {
  await eventually(allArrived, 30_000);
  const ids = await effects().distinct('eventId');
  expect(ids).toHaveLength(savedCount);
  await eventually(async () => expect(await countWaiting(database.connection)).toBe(0), 20_000);
  expect((await consumer.parked(queue)).count).toBe(0);
}

describe('a broker outage', () => {
  it('by a kill while publishing loses no event and duplicates none (R-03)', async () => {
    await save(200);
    await broker.kill();
    await eventually(() => publisher.state === 'closed' && publisher.health() === 'not connected');
    // Saving does not depend on the broker.
    await save(100);
    expect(await effects().countDocuments()).toBeLessThan(savedCount);

    await broker.start();
    await save(50);

    await expectEachOnce();
  }, 120_000);

  it('tells listeners that they may have missed events', async () => {
    await allConnected();
    expect(gaps.length).toBeGreaterThan(0);
    const before = receivedIds.length;
    await save(1);
    await eventually(() => receivedIds.length > before);
  }, 60_000);

  it('by a frozen process is detected after three heartbeats; unconfirmed events are sent later (M-8)', async () => {
    await allConnected();
    const signal = (name: NodeJS.Signals) => broker.pids.forEach((pid) => process.kill(-pid, name));
    const startedAt = performance.now();
    signal('SIGSTOP');
    try {
      // A frozen broker accepts socket writes but confirms nothing.
      await save(20);
      await eventually(() => publisher.state === 'closed' && publisher.health() === 'not connected', 15_000);
      expect(performance.now() - startedAt).toBeLessThan(3 * heartbeatSeconds * 1000 + 6_000);
      expect(await allArrived()).toBe(false);
    } finally {
      signal('SIGCONT');
    }
    await expectEachOnce();
    await allConnected();
  }, 120_000);

  it('by a clean stop loses no event, and everything reconnects (R-04)', async () => {
    await broker.stop();
    await save(20);
    await eventually(() => consumer.health() !== 'ok');

    await broker.start();

    await expectEachOnce();
    await allConnected();
  }, 120_000);
});

describe('a message in a retry delay', () => {
  it('survives a kill of the broker and is retried', async () => {
    await allConnected();
    const before = attempts;
    mustFail = true;
    await save(1);
    await eventually(() => attempts === before + 1);
    // In the retry queue: the relay has marked its row, the consumer has acknowledged.
    await eventually(async () => (await consumer.waiting(queue)) === 0);

    await broker.kill();
    mustFail = false;
    await broker.start();

    await expectEachOnce();
    expect(attempts).toBeGreaterThan(before + 1);
  }, 120_000);
});
