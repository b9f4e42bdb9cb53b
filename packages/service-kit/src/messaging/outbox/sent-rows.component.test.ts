import { eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import mongoose from 'mongoose';
import { migrateIndexes } from '../../mongo/indexes.ts';
import { createLogger } from '../../observability/logger.ts';
import type { WireEvent } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { sentEventsKeptMs } from '../retention.ts';
import { outboxFields } from './outbox.ts';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay.ts';
import { hasOldRows } from './sent-rows.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const gadgetSchema = new mongoose.Schema({ name: String, ...outboxFields });
const bus = createMemoryBus();
const gadgetModel = () => database.connection.model('gadget', gadgetSchema);
let database: TestDatabase;
let gadgets: ReturnType<typeof gadgetModel>;
let relay: OutboxRelay | undefined;

beforeAll(async () => {
  database = await testDatabase('sentrows');
  gadgets = gadgetModel();
  await migrateIndexes(database.connection, [gadgets]);
});
afterEach(async () => {
  await relay?.stop();
  await database.empty();
});
afterAll(async () => {
  await bus.close();
  await database.drop();
});

const minuteMs = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const tooOld = () => ago(sentEventsKeptMs + minuteMs);

const anEvent = (eventId: string): WireEvent => ({
  eventId,
  type: 'product.updated',
  version: 1,
  aggregateId: 'product-1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: {},
});

const rowIds = async () =>
  (await gadgets.find().sort({ name: 1 }).select('+outbox').lean()).map(({ outbox }) =>
    (outbox ?? []).map(({ event }) => event.eventId),
  );

function startRelay(): void {
  relay = createOutboxRelay({
    connection: database.connection,
    models: [gadgets],
    bus,
    logger,
    instanceId: 'one',
    pollMs: 10,
    gatherMs: 0,
  });
  relay.start();
}

it('rows sent more than a day ago are removed from documents that are never saved again; younger and waiting ones stay', async () => {
  bus.disconnect();
  await gadgets.create([
    { name: '1', outbox: [{ event: anEvent('old'), sentAt: tooOld() }] },
    {
      name: '2',
      outbox: [
        { event: anEvent('older'), sentAt: tooOld() },
        { event: anEvent('young'), sentAt: ago(sentEventsKeptMs - minuteMs) },
        { event: anEvent('waiting'), sentAt: null },
      ],
    },
  ]);
  startRelay();
  await eventually(async () => expect(await rowIds()).toEqual([[], ['young', 'waiting']]));
  bus.reconnect();
});

it('a backlog of old rows is removed in batches, to the last row', async () => {
  const outbox = [{ event: anEvent('old'), sentAt: tooOld() }];
  await gadgets.insertMany(Array.from({ length: 1_200 }, () => ({ outbox })));
  startRelay();
  const kept = () => gadgets.collection.countDocuments({ 'outbox.0': { $exists: true } });
  await eventually(async () => expect(await kept()).toBe(0), 20_000);
});

it('old rows are found by an index, regardless of the size of the collection', async () => {
  await gadgets.insertMany([
    ...Array.from({ length: 50 }, () => ({ outbox: [] })),
    ...Array.from({ length: 50 }, () => ({ outbox: [{ event: anEvent('young'), sentAt: new Date() }] })),
    { outbox: [{ event: anEvent('old'), sentAt: tooOld() }] },
  ]);
  const plan = await gadgets.collection.find(hasOldRows(ago(sentEventsKeptMs))).explain('executionStats');
  expect(plan['executionStats']).toMatchObject({ totalDocsExamined: 1, nReturned: 1 });
});
