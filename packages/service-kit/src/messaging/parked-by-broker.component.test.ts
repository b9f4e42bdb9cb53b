import { productUpdated } from '@kinmel/contracts';
import { eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { connect } from 'amqplib';
import { migrateIndexes } from '../mongo/indexes.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import type { Bus } from './bus/bus.ts';
import { onEvent, type StartSubscriptionsOptions, startSubscriptions } from './inbox/subscriptions.ts';
import { createReconciler } from './outbox/reconciler.ts';
import { anUpdate, storeSent } from './testing/events.ts';
import { silentLogger, testBuses } from './testing/test-buses.ts';

// A real broker has to count twenty crashes.
jest.setTimeout(60_000);

const queue = 'order.product-updated';
const buses = testBuses();
const { broker } = buses;
const handled: string[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('brokerparks');
  await migrateIndexes(database.connection, []);
  broker.track(queue);
});
afterAll(async () => {
  await buses.close();
  await database.drop();
});

const consume = (bus: Bus, overrides: Partial<StartSubscriptionsOptions> = {}) =>
  startSubscriptions({
    service: 'order',
    bus,
    connection: database.connection,
    subscriptions: [onEvent(productUpdated, async ({ eventId }) => void handled.push(eventId))],
    logger: silentLogger,
    retryDelaysMs: [],
    ...overrides,
  });

/** Simulates a process that repeatedly crashes with all messages of the queue, until the broker delivers none. */
async function crashUntilParked(): Promise<void> {
  const connection = await connect(broker.url);
  for (;;) {
    const { messageCount } = await (await connection.createChannel()).checkQueue(broker.prefix + queue);
    const { messageCount: parked } = await (await connection.createChannel()).checkQueue(
      `${broker.prefix}${queue}.parked`,
    );
    if (messageCount === 0 && parked > 0) break;
    const channel = await connection.createChannel();
    await channel.get(broker.prefix + queue);
    await channel.close();
  }
  await connection.close();
}

it('a message that the broker parks after crashes of its consumer is listed, counted, not republished, and replayed by hand like others', async () => {
  const [publisher, consumer] = [await buses.open('catalog'), await buses.open('order')];
  const stop = await consume(consumer);
  await stop();
  const event = anUpdate(1);
  await publisher.publish(event);
  await storeSent(database.connection, [event]);
  await crashUntilParked();

  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics('order');
  const stopAgain = await consume(consumer, {
    metrics,
    logger: createLogger({
      service: 'order',
      level: 'error',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
  });
  const reconciler = createReconciler({
    connection: database.connection,
    bus: publisher,
    logger: silentLogger,
    instanceId: 'one',
    graceMs: 0,
  });
  expect(await reconciler.runOnce()).toEqual({ questioned: 1, republished: 0 });

  expect(await consumer.parked(queue)).toMatchObject({
    count: 1,
    messages: [
      {
        messageId: event.eventId,
        reason: 'Parked by the broker after repeated crashes of the consumer.',
        parkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  });
  await eventually(async () =>
    expect((await metrics.eventsParked.get()).values).toMatchObject([{ value: 1, labels: { queue } }]),
  );
  expect(lines.filter(({ msg }) => msg === 'event parked')).toMatchObject([
    { queue, eventId: event.eventId, reason: expect.stringContaining('broker') },
  ]);

  expect(await consumer.replay(queue)).toBe(1);
  await eventually(() => expect(handled).toEqual([event.eventId]));
  expect(await reconciler.runOnce()).toEqual({ questioned: 1, republished: 0 });
  await reconciler.stop();
  await stopAgain();
});
