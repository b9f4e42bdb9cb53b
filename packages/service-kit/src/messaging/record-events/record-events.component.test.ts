import { eventsOfRecord } from '@kinmel/contracts';
import { eventually, type TestDatabase, testDatabase, watchedConnection } from '@kinmel/testing';
import type mongoose from 'mongoose';
import { createAuditTrail } from '../../audit/audit-entries.store.ts';
import { bearer, testApp, tokens } from '../../http/testing/test-app.ts';
import { migrateIndexes } from '../../mongo/indexes.ts';
import { saveChange } from '../../mongo/save-change.ts';
import type { Stop, WireEvent } from '../bus/bus.ts';
import { createMemoryBus, type MemoryBus } from '../bus/memory-bus.ts';
import { type SubscriptionDefinition, startSubscriptions } from '../inbox/subscriptions.ts';
import { operatorRoutes } from '../operator.routes.ts';
import { outboxModel } from '../outbox/outbox.ts';
import { createOutboxRelay, type OutboxRelay } from '../outbox/outbox-relay.ts';
import { outboxRowsKeptMs, sentEventsKeptMs } from '../retention.ts';
import { anEvent as anyEvent, storeSent } from '../testing/events.ts';
import { silentLogger as logger } from '../testing/test-buses.ts';
import { createRecordEventsReader } from './read-record-events.ts';

const orderId = 'a'.repeat(24);

let database: TestDatabase;
let bus: MemoryBus;
let relay: OutboxRelay;
let stops: Stop[];
let failure: Error | undefined;
let agent: ReturnType<typeof testApp>['agent'];

beforeAll(async () => {
  database = await testDatabase('recordevents');
  await migrateIndexes(database.connection, []);
  const audit = createAuditTrail(database.connection);
  const readRecordEvents = reader(database.connection);
  ({ agent } = testApp(operatorRoutes('catalog', { bus: createMemoryBus(), audit, readRecordEvents })));
});
beforeEach(() => {
  failure = undefined;
  stops = [];
  bus = createMemoryBus();
  relay = createOutboxRelay({
    connection: database.connection,
    bus,
    logger,
    instanceId: 'one',
    pollMs: 10,
    gatherMs: 0,
  });
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await relay.stop();
  await bus.close();
  await database.empty();
});
afterAll(() => database.drop());

const reader = (connection: mongoose.Connection) => createRecordEventsReader('catalog', connection);
const readEvents = (record = orderId) =>
  agent.get(eventsOfRecord.catalog.path).query({ record }).set(bearer(tokens.admin()));

const anEvent = (number: number, overrides: Partial<WireEvent> = {}): WireEvent =>
  anyEvent({
    eventId: `00000000-0000-4000-8000-00000000000${number}`,
    aggregateId: orderId,
    aggregateVersion: number,
    occurredAt: `2026-11-20T10:00:0${number}.000Z`,
    data: { customer: { email: 'asha@kinmel.example' } },
    ...overrides,
  });

const subscriptionTo = (type: string): SubscriptionDefinition => ({
  definition: { type, version: 1 } as SubscriptionDefinition['definition'],
  parse: (content) => content as WireEvent,
  handle: () => (failure ? Promise.reject(failure) : Promise.resolve()),
});

async function consume(): Promise<void> {
  stops.push(
    await startSubscriptions({
      service: 'catalog',
      bus,
      connection: database.connection,
      subscriptions: ['order.placed', 'order.cancelled'].map(subscriptionTo),
      logger,
      retryDelaysMs: [],
    }),
  );
}

const save = (...events: readonly WireEvent[]) =>
  saveChange(database.connection, { record: orderId, events }, async () => true);

it('"every event of it, when it left": shows events as waiting until the broker has confirmed them, then when they were sent', async () => {
  await save(
    anEvent(1),
    anEvent(2, { type: 'order.status-changed' }),
    anEvent(3, { type: 'offer.redeemed', aggregateId: 'offer-1' }),
  );

  const waiting = await readEvents();
  expect(waiting.status).toBe(200);
  expect(eventsOfRecord.catalog.answer.parse(waiting.body)).toEqual(waiting.body);
  expect(waiting.body).toEqual({
    success: true,
    published: [
      {
        eventId: anEvent(1).eventId,
        eventType: 'order.placed',
        state: 'waiting',
        occurredAt: '2026-11-20T10:00:01.000Z',
        sentAt: null,
        consumers: ['catalog', 'offer', 'notification', 'device'],
      },
      expect.objectContaining({
        eventType: 'order.status-changed',
        consumers: ['offer', 'notification', 'device'],
      }),
      expect.objectContaining({ eventType: 'offer.redeemed', consumers: [] }),
    ],
    received: [],
  });

  relay.start();
  await eventually(async () =>
    expect((await readEvents()).body.published).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', sentAt: expect.stringMatching(/Z$/) })),
    ),
  );
});

it('shows a sent event for as long as its consumers store their marks, although its data is removed after a day', async () => {
  const sentAt = new Date(Date.now() - sentEventsKeptMs - 60_000);
  await storeSent(database.connection, [anEvent(1)], sentAt);
  const before = (await readEvents()).body.published[0];
  relay.start();
  const outbox = outboxModel(database.connection);
  await eventually(async () => expect((await outbox.findOne().lean())?.event.data).toBeUndefined());

  expect((await readEvents()).body.published).toEqual([before]);
  expect(outbox.schema.indexes()).toContainEqual([
    { sentAt: 1 },
    { expireAfterSeconds: outboxRowsKeptMs / 1000 },
  ]);
});

it('"which consumer had it when, what is parked": shows the reason of a parked event without addresses, and its handling after a replay', async () => {
  await consume();
  failure = new Error('nobody knows asha@kinmel.example');
  await bus.publish(anEvent(1));
  await bus.publish(anEvent(2, { aggregateId: 'b'.repeat(24) }));
  const expectReceived = (state: string, reason: string | null) =>
    eventually(async () =>
      expect((await readEvents()).body.received).toEqual([
        {
          eventId: anEvent(1).eventId,
          eventType: 'order.placed',
          state,
          at: expect.stringMatching(/Z$/),
          reason,
        },
      ]),
    );
  await expectReceived('parked', 'Error: nobody knows …');

  failure = undefined;
  await bus.replay('catalog.order-placed');
  await expectReceived('taken-up', null);
});

it('needs two queries', async () => {
  await save(anEvent(1));
  const watched = await watchedConnection(database);
  expect((await reader(watched.connection)(orderId)).published).toHaveLength(1);
  expect(watched.commands.map(({ name }) => name)).toEqual(['find', 'aggregate']);
  await watched.close();
});

it('refuses an invalid id, and is empty for an unknown one', async () => {
  expect((await readEvents('$ne')).body).toMatchObject({ code: 'invalid-request' });
  expect((await readEvents('c'.repeat(24))).body).toEqual({ success: true, published: [], received: [] });
});
