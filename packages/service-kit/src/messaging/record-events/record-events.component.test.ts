import { eventsOfRecord } from '@kinmel/contracts';
import { eventually, type TestDatabase, testDatabase, testTokens, watchedConnection } from '@kinmel/testing';
import type mongoose from 'mongoose';
import request from 'supertest';
import { createServiceApp } from '../../http/service-app.ts';
import { createTokenVerifier } from '../../identity/token-verifier.ts';
import { migrateIndexes } from '../../mongo/indexes.ts';
import { saveChange } from '../../mongo/save-change.ts';
import { createLogger } from '../../observability/logger.ts';
import { createMetrics } from '../../observability/metrics.ts';
import type { Stop, WireEvent } from '../bus/bus.ts';
import { createMemoryBus, type MemoryBus } from '../bus/memory-bus.ts';
import { inboxModels } from '../inbox/inbox.ts';
import { type SubscriptionDefinition, startSubscriptions } from '../inbox/subscriptions.ts';
import { outboxModel } from '../outbox/outbox.ts';
import { createOutboxRelay, type OutboxRelay } from '../outbox/outbox-relay.ts';
import { outboxRowsKeptMs, sentEventsKeptMs } from '../retention.ts';
import { storeSent } from '../testing/events.ts';
import { createRecordEventsReader } from './read-record-events.ts';
import { recordEventsRoutes } from './record-events.routes.ts';

const logger = createLogger({ service: 'catalog', level: 'silent' });
const tokens = testTokens();
const orderId = 'a'.repeat(24);

let database: TestDatabase;
let bus: MemoryBus;
let relay: OutboxRelay;
let stops: Stop[];
let failure: Error | undefined;
let app: ReturnType<typeof createServiceApp>;

beforeAll(async () => {
  database = await testDatabase('recordevents');
  await migrateIndexes(database.connection, []);
  app = createServiceApp({
    service: 'catalog',
    logger,
    routes: recordEventsRoutes('catalog', { readRecordEvents: reader(database.connection) }),
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    health: {},
    metrics: createMetrics('catalog'),
  });
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
const asked = (record = orderId, token = tokens.admin()) =>
  request(app)
    .get(eventsOfRecord.catalog.path)
    .query({ record })
    .set({ Authorization: `Bearer ${token}` });

const anEvent = (number: number, over: Partial<WireEvent> = {}): WireEvent => ({
  eventId: `00000000-0000-4000-8000-00000000000${number}`,
  type: 'order.placed',
  version: 1,
  aggregateId: orderId,
  aggregateVersion: number,
  occurredAt: `2026-11-20T10:00:0${number}.000Z`,
  data: { customer: { email: 'asha@kinmel.example' } },
  ...over,
});

const takes = (type: string): SubscriptionDefinition => ({
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
      subscriptions: ['order.placed', 'order.cancelled'].map(takes),
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

  const waiting = await asked();
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
        consumers: ['catalog', 'offer', 'notification'],
      },
      expect.objectContaining({ eventType: 'order.status-changed', consumers: ['offer', 'notification'] }),
      expect.objectContaining({ eventType: 'offer.redeemed', consumers: [] }),
    ],
    received: [],
  });

  relay.start();
  await eventually(async () =>
    expect((await asked()).body.published).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', sentAt: expect.stringMatching(/Z$/) })),
    ),
  );
});

it('shows a sent event for as long as its consumers remember it, though its data is removed after a day', async () => {
  const sentAt = new Date(Date.now() - sentEventsKeptMs - 60_000);
  await storeSent(database.connection, [anEvent(1)], sentAt);
  const before = (await asked()).body.published[0];
  relay.start();
  const outbox = outboxModel(database.connection);
  await eventually(async () => expect((await outbox.findOne().lean())?.event.data).toBeUndefined());

  expect((await asked()).body.published).toEqual([before]);
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
  await eventually(async () =>
    expect((await asked()).body.received).toEqual([
      {
        eventId: anEvent(1).eventId,
        eventType: 'order.placed',
        state: 'parked',
        at: expect.stringMatching(/Z$/),
        reason: 'Error: nobody knows …',
      },
    ]),
  );

  failure = undefined;
  await bus.replay('catalog.order-placed');
  await eventually(async () =>
    expect((await asked()).body.received).toEqual([
      {
        eventId: anEvent(1).eventId,
        eventType: 'order.placed',
        state: 'taken-up',
        at: expect.stringMatching(/Z$/),
        reason: null,
      },
    ]),
  );
});

it('costs two queries, each by an index', async () => {
  await save(anEvent(1));
  await storeSent(
    database.connection,
    Array.from({ length: 50 }, (_, index) => anEvent(9, { eventId: `${index}`, aggregateId: `${index}` })),
  );
  const { inbox, parked } = inboxModels(database.connection);
  const mark = (index: number) => ({ type: 'order.placed', aggregateId: `${index}`, aggregateVersion: 1 });
  await inbox.insertMany(
    Array.from({ length: 50 }, (_, index) => ({ _id: `q:${index}`, ...mark(index), handledAt: new Date() })),
  );
  const watched = await watchedConnection(database);
  const answer = await reader(watched.connection)(orderId);
  expect(answer.published).toHaveLength(1);
  expect(watched.commands.map(({ name }) => name)).toEqual(['find', 'aggregate']);
  await watched.close();

  for (const [collection, filter] of [
    [inbox, { aggregateId: '7' }],
    [parked, { aggregateId: '7' }],
    [outboxModel(database.connection), { record: orderId }],
  ] as const) {
    const plan = await database.connection
      .collection(collection.collection.collectionName)
      .find(filter)
      .explain('queryPlanner');
    expect(JSON.stringify(plan['queryPlanner']?.winningPlan)).toContain('IXSCAN');
  }
});

it('is for admins only, refuses an invalid id, and is empty for an unknown one', async () => {
  expect((await request(app).get(eventsOfRecord.catalog.path).query({ record: orderId })).status).toBe(401);
  expect((await asked(orderId, tokens.customer())).status).toBe(403);
  expect((await asked('$ne')).body).toMatchObject({ code: 'invalid-request' });
  expect((await asked('c'.repeat(24))).body).toEqual({ success: true, published: [], received: [] });
});
