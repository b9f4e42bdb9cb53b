import { eventsOwnedBy } from '@kinmel/contracts';
import { countWaiting, eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import { z } from 'zod';
import { migrateIndexes } from '../mongo/indexes.ts';
import type { Bus } from './bus/bus.ts';
import { createEvent } from './bus/create-event.ts';
import { onEvent, type SubscriptionDefinition, startSubscriptions } from './inbox/subscriptions.ts';
import { createOutboxRelay } from './outbox/outbox-relay.ts';
import { createReconciler } from './outbox/reconciler.ts';
import { save } from './testing/events.ts';
import { silentLogger as logger, testBuses } from './testing/test-buses.ts';

// Uses a real broker with several services.
jest.setTimeout(60_000);

/** Version 1 is a number of rupees, version 2 adds the currency. */
const priceSet = eventsOwnedBy('catalog')(
  'price.set',
  'A product got a price.',
  z.strictObject({ price: z.int() }),
);
const priceSetV2 = eventsOwnedBy('catalog')(
  priceSet.type,
  priceSet.summary,
  z.strictObject({ amount: z.int(), currency: z.string() }),
  2,
);

const eventConsumers = {
  'price.set': ['order', 'notification'],
  'price.set.v2': ['order', 'notification'],
};
const queues = Object.keys(eventConsumers).flatMap((key) =>
  ['order', 'notification'].map((service) => `${service}.${key.replaceAll('.', '-')}`),
);
const buses = testBuses({ eventConsumers });
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('versions');
  await migrateIndexes(database.connection, []);
  buses.broker.track(...queues);
});
afterAll(async () => {
  await buses.close();
  await database.drop();
});

const handleV1 = (handled: string[]) =>
  onEvent(priceSet, async ({ data }) => void handled.push(`v1 ${data.price}`));
const handleV2 = (handled: string[]) =>
  onEvent(priceSetV2, async ({ data }) => void handled.push(`v2 ${data.amount} ${data.currency}`));

const start = (service: string, bus: Bus, subscriptions: readonly SubscriptionDefinition[]) =>
  startSubscriptions({
    service,
    bus,
    connection: database.connection,
    subscriptions,
    logger,
    retryDelaysMs: [],
  });

const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const aggregate = { aggregateId: `product-${index}`, aggregateVersion: 1 };
    return [
      createEvent(priceSet, { ...aggregate, data: { price: index } }),
      createEvent(priceSetV2, {
        ...aggregate,
        aggregateVersion: 2,
        data: { amount: index, currency: 'NPR' },
      }),
    ];
  }).flat();

const sortedLines = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index)).sort();

it('two versions of an event can be sent during a deployment: old consumers get the first, new ones both, a later one finds the second waiting, and none is parked', async () => {
  const handledByOldOrder: string[] = [];
  const handledByNewOrder: string[] = [];
  const handledByNotification: string[] = [];
  const [catalog, oldOrderBus, newOrderBus, notification] = [
    await buses.open('catalog'),
    await buses.open('order'),
    await buses.open('order'),
    await buses.open('notification'),
  ];
  await start('order', oldOrderBus, [handleV1(handledByOldOrder)]);
  await start('order', newOrderBus, [handleV1(handledByNewOrder), handleV2(handledByNewOrder)]);
  const stopOldNotification = await start('notification', notification, [handleV1(handledByNotification)]);

  const { connection } = database;
  await save(connection, ...eventsOf(20));
  const publishing = { connection, bus: catalog, logger, instanceId: 'one' };
  const relay = createOutboxRelay(publishing);
  relay.start();

  await eventually(
    () => handledByOldOrder.length + handledByNewOrder.length === 40 && handledByNotification.length === 20,
  );
  await relay.stop();
  expect(await countWaiting(connection)).toBe(0);
  const handledByOrder = [...handledByOldOrder, ...handledByNewOrder];
  expect(handledByOrder.filter((line) => line.startsWith('v1')).sort()).toEqual(
    sortedLines(20, (n) => `v1 ${n}`),
  );
  expect(handledByNewOrder.filter((line) => line.startsWith('v2')).sort()).toEqual(
    sortedLines(20, (n) => `v2 ${n} NPR`),
  );
  expect(handledByNotification.toSorted()).toEqual(sortedLines(20, (n) => `v1 ${n}`));

  const reconciler = createReconciler({ ...publishing, graceMs: 0, answerWaitMs: 1_000 });
  expect(await reconciler.runOnce()).toEqual({ questioned: 40, republished: 0 });

  await stopOldNotification();
  await start('notification', notification, [
    handleV1(handledByNotification),
    handleV2(handledByNotification),
  ]);
  await eventually(() => handledByNotification.length === 40);
  expect(handledByNotification.slice(20).toSorted()).toEqual(sortedLines(20, (n) => `v2 ${n} NPR`));
  for (const queue of queues) expect((await notification.parked(queue)).count).toBe(0);
  expect(await reconciler.runOnce()).toEqual({ questioned: 40, republished: 0 });
  await reconciler.stop();
});

it('rejects a version without consumers while another version has some', async () => {
  const catalog = await buses.open('catalog');
  const eventV3 = createEvent(
    { ...priceSetV2, version: 3 },
    { aggregateId: 'product-1', aggregateVersion: 3, data: { amount: 1, currency: 'NPR' } },
  );
  await expect(catalog.publish(eventV3)).rejects.toThrow('No queue is bound for price.set.v3.');
});

it('rejects two subscriptions of a service to one version of an event', async () => {
  const bus = await buses.open('order');
  await expect(start('order', bus, [handleV1([]), handleV1([])])).rejects.toThrow(
    'order takes price.set twice.',
  );
});
