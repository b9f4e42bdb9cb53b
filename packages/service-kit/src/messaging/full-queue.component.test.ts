import { countWaiting, eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { migrateIndexes } from '../mongo/indexes.ts';
import { createMetrics } from '../observability/metrics.ts';
import type { Bus, Stop, WireEvent } from './bus/bus.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox/outbox-relay.ts';
import { anEvent, save as saveIn } from './testing/events.ts';
import { silentLogger as logger, testBuses } from './testing/test-buses.ts';

// Sends a thousand events over a real broker.
jest.setTimeout(90_000);

const buses = testBuses({
  eventConsumers: { 'order.placed': ['catalog', 'notification'], 'order.cancelled': ['catalog'] },
  maxQueueLength: 100,
});
const quickQueue = 'catalog.order-placed';
const fullQueue = 'notification.order-placed';
const otherQueue = 'catalog.order-cancelled';
const metrics = createMetrics('order');
const waitingGauge = jest.spyOn(metrics.outboxWaiting, 'set');
let database: TestDatabase;
let relay: OutboxRelay;

/** Counts the deliveries of each event to a queue from now on. */
async function deliveriesOf(bus: Bus, queue: string, type: string) {
  const times = new Map<string | undefined, number>();
  const stop: Stop = await bus.consume({
    queue,
    type,
    retryDelaysMs: [],
    handle: async ({ messageId }) => {
      times.set(messageId, (times.get(messageId) ?? 0) + 1);
      return { kind: 'done' };
    },
  });
  return { times, stop };
}

async function save(...events: readonly WireEvent[]): Promise<void> {
  await saveIn(database.connection, ...events);
  relay.kick();
}

const waiting = () => countWaiting(database.connection);
const sumOf = (times: ReadonlyMap<unknown, number>) =>
  [...times.values()].reduce((sum, count) => sum + count, 0);

beforeAll(async () => {
  database = await testDatabase('fullqueue');
  await migrateIndexes(database.connection, []);
  buses.broker.track(quickQueue, fullQueue, otherQueue);
});
afterAll(async () => {
  await relay.stop();
  await buses.close();
  await database.drop();
});

it('a full queue affects only its own consumer: the others get every event once, and its consumer gets all of them when it is back (R-08, I-8)', async () => {
  const [order, catalog, notification] = [
    await buses.open('order'),
    await buses.open('catalog'),
    await buses.open('notification'),
  ];
  const quick = await deliveriesOf(catalog, quickQueue, 'order.placed');
  const other = await deliveriesOf(catalog, otherQueue, 'order.cancelled');
  await (await deliveriesOf(notification, fullQueue, 'order.placed')).stop();
  relay = createOutboxRelay({
    connection: database.connection,
    bus: order,
    logger,
    instanceId: 'one',
    metrics,
    pollMs: 200,
  });
  relay.start();

  await save(...Array.from({ length: 1_000 }, () => anEvent()));
  await eventually(() => expect(quick.times.size).toBe(1_000), 30_000);
  expect(await waiting()).toBeGreaterThan(100);
  expect(Math.max(...quick.times.values())).toBeLessThanOrEqual(2);

  // New events reach the other consumers without delay while the queue stays full.
  const passesBefore = waitingGauge.mock.calls.length;
  await eventually(() => waitingGauge.mock.calls.length >= passesBefore + 3, 20_000);
  const before = sumOf(quick.times);
  for (let round = 0; round < 3; round += 1) {
    const [cancelled, placed] = [anEvent({ type: 'order.cancelled' }), anEvent()];
    await save(cancelled, placed);
    await eventually(() => other.times.has(cancelled.eventId) && quick.times.has(placed.eventId), 3_000);
  }
  await eventually(() => waitingGauge.mock.calls.length >= passesBefore + 15, 20_000);
  expect(sumOf(quick.times)).toBe(before + 3);
  expect(Math.max(...other.times.values())).toBe(1);

  const late = await deliveriesOf(notification, fullQueue, 'order.placed');
  await eventually(() => expect(late.times.size).toBe(1_003), 40_000);
  await eventually(async () => expect(await waiting()).toBe(0), 10_000);
  expect(sumOf(quick.times)).toBe(before + 3);
  expect(Math.max(...late.times.values())).toBe(1);
});
