import { type EventOf, productUpdated } from '@kinmel/contracts';
import { eventually, type TestDatabase, testDatabase } from '@kinmel/testing';
import mongoose from 'mongoose';
import { migrateIndexes } from '../mongo/indexes.ts';
import { inTransaction, saveChange } from '../mongo/save-change.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { personalDataOf } from '../personal-data/personal-data.ts';
import type { WireEvent } from './bus/bus.ts';
import { createEvent } from './bus/create-event.ts';
import { createMemoryBus, type MemoryBus } from './bus/memory-bus.ts';
import { inboxModels } from './inbox/inbox.ts';
import { questionSchema, receiptsAsked } from './inbox/receipts.ts';
import {
  type EventContext,
  onEvent,
  type StartSubscriptionsOptions,
  startSubscriptions,
} from './inbox/subscriptions.ts';
import { createLease } from './outbox/lease.ts';
import { outboxOf, redactEvents } from './outbox/outbox.ts';
import { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.ts';
import { createReconciler, type ReconcilerOptions } from './outbox/reconciler.ts';
import { inboxMarksKeptMs, parkedNotesKeptMs, sentEventsKeptMs } from './retention.ts';
import { anUpdate, save as saveIn, storeSent } from './testing/events.ts';
import { silentLogger as logger } from './testing/test-buses.ts';

const productId = 'a'.repeat(24);

const effectSchema = new mongoose.Schema({ productId: String, eventId: String });

let database: TestDatabase;
let effects: ReturnType<typeof effectModel>;

const effectModel = () => database.connection.model('effect', effectSchema);

beforeAll(async () => {
  database = await testDatabase('messaging');
  effects = effectModel();
  await migrateIndexes(database.connection, [effects]);
});
afterEach(() => database.empty());
afterAll(() => database.drop());

const save = (...events: readonly WireEvent[]) => saveIn(database.connection, ...events);
const updates = (count: number) => Array.from({ length: count }, (_, index) => anUpdate(index + 1));

/** Runs `work` while the clock of this process differs from that of the database. */
async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const realNow = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('createEvent', () => {
  it('rejects data that breaks the contract', () => {
    expect(() =>
      createEvent(productUpdated, {
        aggregateId: productId,
        aggregateVersion: 1,
        // @ts-expect-error: the price is missing
        data: { productId },
      }),
    ).toThrow(/priceInMinorUnits/);
  });
});

describe('the outbox', () => {
  it.each([
    ['waiting events', { sentAt: { $type: 'null' }, waitingFor: { $exists: false } }],
    ['events of a record', { record: productId }],
    ['old events with data', { sentAt: { $lt: new Date(0) }, 'event.data': { $exists: true } }],
  ] as const)('finds %s by an index', async (_, filter) => {
    await storeSent(database.connection, [anUpdate(1)]);
    const plan = await outboxOf(database.connection).find(filter).explain('queryPlanner');
    expect(JSON.stringify(plan['queryPlanner']?.winningPlan)).toContain('IXSCAN');
  });

  it('saves events only together with their change', async () => {
    const things = database.connection.collection('things');
    const broken = saveChange(database.connection, { events: [anUpdate()] }, async (session) => {
      await things.insertOne({ name: 'S26' }, { ...(session && { session }) });
      throw new Error('too late');
    });
    await expect(broken).rejects.toThrow('too late');
    await saveChange(database.connection, { events: [anUpdate()] }, async () => false);
    expect(await things.countDocuments()).toBe(0);
    expect(await outboxOf(database.connection).countDocuments()).toBe(0);
  });

  it('redacts sent events of a record at once, and waiting ones after they are sent', async () => {
    const [sent, waiting, other] = [
      anUpdate(1),
      anUpdate(2),
      { ...anUpdate(3), aggregateId: 'b'.repeat(24) },
    ];
    await storeSent(database.connection, [sent, other]);
    await save(waiting);
    await inTransaction(database.connection, (session) =>
      redactEvents(database.connection, productId, (event) => ({ ...event, data: { name: '' } }), session),
    );
    const rows = () => outboxOf(database.connection).find().sort({ 'event.aggregateVersion': 1 }).toArray();
    const names = async () =>
      (await personalDataOf(database.connection).openAll(await rows())).map(
        ({ event }) => (event.data as { name: string }).name,
      );
    expect(JSON.stringify((await rows())[1])).not.toContain('Galaxy');
    expect(await names()).toEqual(['', 'Galaxy S26', 'Galaxy S26']);

    const bus = createMemoryBus();
    const relay = createOutboxRelay({ connection: database.connection, bus, logger, instanceId: 'relay-1' });
    relay.start();
    await eventually(async () => expect(await names()).toEqual(['', '', 'Galaxy S26']));
    await relay.stop();
    expect(bus.published).toEqual([waiting]);
  });
});

describe('the outbox relay', () => {
  let bus: MemoryBus;
  let relays: OutboxRelay[];
  let metrics: Metrics;
  let passes: jest.SpyInstance<void, [number]>;

  function startRelay(overrides: Partial<OutboxRelayOptions> = {}): OutboxRelay {
    const { connection } = database;
    const relay = createOutboxRelay({
      connection,
      bus,
      logger,
      instanceId: 'relay-1',
      pollMs: 10,
      metrics,
      ...overrides,
    });
    relays.push(relay);
    relay.start();
    return relay;
  }

  beforeEach(() => {
    bus = createMemoryBus();
    relays = [];
    metrics = createMetrics('test');
    passes = jest.spyOn(metrics.outboxWaiting, 'set') as unknown as typeof passes;
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await bus.close();
  });

  const rows = () => outboxOf(database.connection).find().toArray();
  const allSent = async () => (await rows()).every((row) => row.sentAt instanceof Date);
  const consumeType = (type: string) =>
    bus.consume({ queue: type, type, retryDelaysMs: [], handle: async () => ({ kind: 'done' }) });

  it('publishes saved events in order and marks them sent', async () => {
    const events = updates(3);
    await save(...events);
    startRelay();
    await eventually(allSent);
    expect(bus.published).toEqual(events);
  });

  it('removes the data of events sent more than a day ago, not of later or waiting ones', async () => {
    const [old, recent, fresh] = [anUpdate(1), anUpdate(2), anUpdate(3)];
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await storeSent(database.connection, [old], hoursAgo(25));
    await storeSent(database.connection, [recent], hoursAgo(23));
    bus.disconnect();
    await save(fresh);
    startRelay();
    const withData = async () => (await rows()).filter(({ event }) => event.data).map(({ _id }) => _id);
    await eventually(async () => expect(await withData()).toEqual([recent.eventId, fresh.eventId]));
  });

  it('reads one batch per pass while the broker is unavailable, counts all events, and sends each once afterwards', async () => {
    await save(...updates(350));
    const tries = jest.spyOn(bus, 'publish');
    bus.disconnect();
    startRelay();
    await eventually(() => passes.mock.calls.length >= 2);
    expect(tries.mock.calls.length).toBeLessThanOrEqual(100 * (passes.mock.calls.length + 1));
    expect(new Set(passes.mock.calls.flat())).toEqual(new Set([350]));
    expect((await metrics.outboxOldestSeconds.get()).values[0]?.value).toBeGreaterThan(0);

    bus.reconnect();
    await eventually(allSent);
    expect(bus.published).toHaveLength(350);
    await eventually(() => passes.mock.lastCall?.[0] === 0);
  });

  it('holds an event without a queue until it has one, and sends others when kicked', async () => {
    bus = createMemoryBus({ requireConsumer: true });
    await consumeType('other.thing');
    const [unrouted, other] = [anUpdate(1), { ...anUpdate(2), type: 'other.thing' }];
    await save(unrouted);
    // Without the kick the next poll would come long after this test.
    const relay = startRelay({ pollMs: 600_000 });
    await eventually(() => passes.mock.lastCall?.[0] === 1);
    await save(other);
    relay.kick();
    await eventually(() => bus.published.length === 1, 3_000);

    await consumeType('product.updated');
    await eventually(() => {
      relay.kick();
      return allSent();
    });
    expect(bus.published).toEqual([other, unrouted]);
  });

  const leases = () =>
    database.connection.collection<{
      _id: string;
      slots: (string | null)[];
      instances: { id: string; until: Date }[];
    }>('leases');
  const lease = () => leases().findOne({ _id: 'outbox-relay' });
  const slotsOf = async (instance: string) =>
    ((await lease())?.slots ?? []).filter((holder) => holder === instance).length;
  /** Three events of each of many records, saved in order. */
  const saveOfMany = async (name: string) => {
    const events = Array.from({ length: 120 }, (_, index) => ({
      ...anUpdate(1 + Math.floor(index / 40)),
      aggregateId: `${name}-${index % 40}`,
    }));
    await save(...events);
    return events;
  };
  /** The versions of each record's events, in the order of their first deliveries. */
  const versionsByRecord = (events: readonly WireEvent[]) => {
    const first = new Map(events.toReversed().map((event) => [event.eventId, event]));
    const ordered = events.filter((event) => first.get(event.eventId) === event);
    return Map.groupBy(ordered, ({ aggregateId }) => aggregateId);
  };
  const expectInOrder = (events: readonly WireEvent[], records: number) => {
    const byRecord = versionsByRecord(events);
    expect(byRecord.size).toBe(records);
    for (const recordEvents of byRecord.values())
      expect(recordEvents.map(({ aggregateVersion }) => aggregateVersion)).toEqual([1, 2, 3]);
  };

  it('sends from every instance, each the records of its half of the slots, once and in order (R-19)', async () => {
    const [firstBus, secondBus] = [createMemoryBus(), createMemoryBus()];
    startRelay({ bus: firstBus, leaseMs: 600 });
    startRelay({ instanceId: 'relay-2', bus: secondBus, leaseMs: 600 });
    await eventually(async () => (await slotsOf('relay-1')) === 8 && (await slotsOf('relay-2')) === 8);
    const events = await saveOfMany('shared');
    await eventually(allSent);

    expect(firstBus.published.length).toBeGreaterThan(0);
    expect(secondBus.published.length).toBeGreaterThan(0);
    const published = [...firstBus.published, ...secondBus.published];
    expect(published.map(({ eventId }) => eventId).sort()).toEqual(
      events.map(({ eventId }) => eventId).sort(),
    );
    // A record that two relays sent would be in both maps.
    const records = [firstBus, secondBus].flatMap((relayBus) => [
      ...versionsByRecord(relayBus.published).keys(),
    ]);
    expect(new Set(records).size).toBe(records.length);
    expectInOrder(published, 40);
  });

  it('leaves the slots of a killed instance to the others when its lease ends, and nothing is lost (R-19)', async () => {
    const setLeaseEnd = (until: Date) =>
      leases().updateOne(
        { _id: 'outbox-relay' },
        {
          $set: {
            slots: Array.from({ length: 16 }, (_, slot) => (slot < 8 ? 'killed' : 'relay-1')),
            instances: [{ id: 'killed', until }],
          },
        },
        { upsert: true },
      );
    await setLeaseEnd(new Date(Date.now() + 60_000));
    await saveOfMany('taken-over');
    startRelay({ leaseMs: 600 });
    await eventually(() => passes.mock.calls.length > 3);
    expect(bus.published.length).toBeGreaterThan(0);
    expect(bus.published.length).toBeLessThan(100);

    await setLeaseEnd(new Date(Date.now() - 1));
    await eventually(allSent);
    expect(bus.published).toHaveLength(120);
    expectInOrder(bus.published, 40);
    expect(await slotsOf('relay-1')).toBe(16);
  });

  it('preserves the order of first deliveries, and the marks of its successor, when an instance keeps sending after its lease (R-19)', async () => {
    const deliveries: WireEvent[] = [];
    let unfreeze = () => {};
    const frozen = new Promise<void>((resolve) => {
      unfreeze = resolve;
    });
    const frozenBus = createMemoryBus();
    const publish = jest.spyOn(frozenBus, 'publish').mockImplementation(async (event) => {
      await frozen;
      deliveries.push(event);
    });
    startRelay({ bus: frozenBus, leaseMs: 600 });
    await eventually(async () => (await slotsOf('relay-1')) === 16);
    const [first, second, third] = [anUpdate(1), anUpdate(2), anUpdate(3)];
    await save(first);
    await eventually(() => publish.mock.calls.length === 1);

    const successorBus = createMemoryBus();
    jest.spyOn(successorBus, 'publish').mockImplementation(async (event) => void deliveries.push(event));
    startRelay({ instanceId: 'relay-2', bus: successorBus, leaseMs: 600 });
    await save(second, third);
    await eventually(allSent);
    const rowsAfterTakeover = await rows();
    unfreeze();
    await eventually(() => deliveries.length === 4);
    await Promise.all(relays.map((relay) => relay.stop()));

    expect(deliveries).toEqual([first, second, third, first]);
    expect(await rows()).toEqual(rowsAfterTakeover);
  });

  it('renews its slots after the clock of its machine was set back (R-19)', async () => {
    startRelay({ leaseMs: 600 });
    await eventually(async () => (await slotsOf('relay-1')) === 16);
    const untilOf = async (instance: string) =>
      ((await lease())?.instances.find(({ id }) => id === instance)?.until ?? new Date(0)).getTime();
    await withClock(-3_600_000, async () => {
      const until = await untilOf('relay-1');
      startRelay({ instanceId: 'relay-2', leaseMs: 600 });
      await eventually(async () => (await untilOf('relay-1')) > until + 1_200);
      expect([await slotsOf('relay-1'), await slotsOf('relay-2')]).toEqual([8, 8]);
    });
  });

  it.each([
    ['ahead of', 3_600_000],
    ['behind', -3_600_000],
  ])(
    'loses its lease by database time only, also to an instance whose clock is an hour %s its own (R-19)',
    async (_, aheadMs) => {
      const leaseOf = (instanceId: string) => createLease(database.connection, 'single', instanceId, 60_000);
      const otherLease = leaseOf('wrong');
      expect(await leaseOf('right').acquire()).toBe(true);
      expect(await withClock(aheadMs, () => otherLease.acquire())).toBe(false);

      await leases().updateOne(
        { _id: 'single', 'instances.id': 'right' },
        { $set: { 'instances.$.until': new Date(Date.now() - 1) } },
      );
      expect(await withClock(aheadMs, () => otherLease.acquire())).toBe(true);
      expect(await leaseOf('right').acquire()).toBe(false);
    },
  );

  it('runs at most one pass per gathering time for any number of kicks, and sends all events', async () => {
    const gatherMs = 300;
    const relay = startRelay({ pollMs: 60_000, gatherMs });
    await eventually(() => passes.mock.calls.length === 1);
    const startedAt = performance.now();
    for (const event of updates(20)) {
      await save(event);
      relay.kick();
    }
    await eventually(() => bus.published.length === 20);
    const maxPasses = Math.ceil((performance.now() - startedAt) / gatherMs) + 1;
    expect(passes.mock.calls.length - 1).toBeLessThanOrEqual(maxPasses);
  });

  it('sends events shortly after `soon`', async () => {
    const relay = startRelay({ pollMs: 60_000 });
    await eventually(() => passes.mock.calls.length === 1);
    await save(anUpdate());
    relay.soon();
    await eventually(() => bus.published.length === 1);
  });
});

it('marks of handled and parked messages expire by an index', async () => {
  const { inbox, parked } = inboxModels(database.connection);
  await migrateIndexes(database.connection, [inbox, parked]);
  expect(await inbox.collection.indexes()).toMatchObject([
    {},
    { key: { aggregateId: 1 } },
    { key: { handledAt: 1 }, expireAfterSeconds: inboxMarksKeptMs / 1000 },
  ]);
  expect(await parked.collection.indexes()).toMatchObject([
    {},
    { key: { aggregateId: 1 } },
    { key: { parkedAt: 1 }, expireAfterSeconds: parkedNotesKeptMs / 1000 },
  ]);
  // The marks of consumers outlive the sent events that are compared with them.
  expect(inboxMarksKeptMs).toBeGreaterThan(2 * sentEventsKeptMs);
});

describe('subscriptions', () => {
  let bus: MemoryBus;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(() => {
    bus = createMemoryBus({ requireConsumer: true });
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await bus.close();
  });

  const note = async (event: EventOf<typeof productUpdated>, { session }: EventContext) => {
    await effects.create([{ productId: event.data.productId, eventId: event.eventId }], { session });
  };

  async function start(
    handle: (event: EventOf<typeof productUpdated>, context: EventContext) => Promise<void>,
    overrides: Partial<StartSubscriptionsOptions> = {},
  ) {
    const stop = await startSubscriptions({
      service: 'order',
      bus,
      connection: database.connection,
      subscriptions: [onEvent(productUpdated, handle)],
      logger,
      retryDelaysMs: [10, 20],
      ...overrides,
    });
    stops.push(stop);
    return stop;
  }

  const deliver = async (...events: readonly WireEvent[]) => {
    await Promise.all(events.map((event) => bus.publish(event)));
    await bus.settle();
  };
  const parked = () => bus.parked('order.product-updated');

  it('apply concurrent events on one record once each, for any number of deliveries (R-12)', async () => {
    const counters = database.connection.collection<{ _id: string; count: number }>('counters');
    await counters.insertOne({ _id: 'hot', count: 0 });
    await start(async (_event, { session }) => {
      await counters.updateOne({ _id: 'hot' }, { $inc: { count: 1 } }, { session });
    });
    const events = updates(40);
    await deliver(...events, ...events.toReversed(), ...events);
    expect((await counters.findOne({ _id: 'hot' }))?.count).toBe(40);
    expect(await database.connection.collection('inbox').countDocuments()).toBe(40);
    expect((await parked()).count).toBe(0);
  });

  it('call onEffect after each commit', async () => {
    const committed: Promise<number>[] = [];
    await start(note, { onEffect: () => committed.push(effects.countDocuments().exec()) });
    await deliver(anUpdate());
    expect(await Promise.all(committed)).toEqual([1]);
  });

  it('roll back and park a message that fails after its write, and apply it when it is replayed (R-10)', async () => {
    let attempts = 0;
    let isBroken = true;
    await start(async (event, context) => {
      attempts += 1;
      await note(event, context);
      if (isBroken) throw new Error('cannot');
    });
    await deliver(anUpdate());
    expect(attempts).toBe(3);
    expect((await parked()).messages).toMatchObject([{ reason: 'Error: cannot', attempts: 3 }]);
    expect(await effects.countDocuments()).toBe(0);
    expect(await database.connection.collection('inbox').countDocuments()).toBe(0);

    isBroken = false;
    expect(await bus.replay('order.product-updated')).toBe(1);
    await bus.settle();
    expect(await effects.countDocuments()).toBe(1);
    expect((await parked()).count).toBe(0);
  });

  it.each([
    ['another shape', { eventId: 'x' }, 'aggregateId'],
    ['an unknown schema version', { ...anUpdate(), version: 2 }, 'version'],
    ['wrong data', { ...anUpdate(), data: { name: 'a secret' } }, 'data.productId'],
    ['no object at all', 'a secret', 'body'],
  ])('park a message of %s after one delivery, naming fields but no values', async (_, message, field) => {
    const handle = jest.fn();
    await start(handle);
    bus.deliverRaw('product.updated', Buffer.from(JSON.stringify(message)));
    await bus.settle();
    const { messages } = await parked();
    expect(messages).toMatchObject([{ attempts: 1 }]);
    expect(messages[0]?.reason).toMatch(new RegExp(`Not a product.updated of version 1: .*${field}`));
    expect(messages[0]?.reason).not.toContain('secret');
    expect(handle).not.toHaveBeenCalled();
  });

  it('retry without counting while the database is unavailable (R-11)', async () => {
    let failures = 5;
    await start(async (event, context) => {
      failures -= 1;
      if (failures >= 0) throw new mongoose.mongo.MongoNetworkError('connection refused');
      await note(event, context);
    });

    await deliver(anUpdate());

    expect(await effects.countDocuments()).toBe(1);
  });

  it('treat a duplicate key of the handler as a failure, not as a repeated delivery', async () => {
    await start(async (_, { session }) => {
      const row = { _id: new mongoose.Types.ObjectId('b'.repeat(24)) };
      await effects.collection.insertOne(row, { session });
    });
    await effects.collection.insertOne({ _id: new mongoose.Types.ObjectId('b'.repeat(24)) });

    await deliver(anUpdate());

    expect((await parked()).count).toBe(1);
  });

  it('log the trace of the causing request, and count deliveries by outcome', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const metrics = createMetrics('order');
    await start(async (_, context) => context.log.info('heard'), {
      logger: createLogger({ service: 'order', level: 'info', destination }),
      metrics,
    });
    const event = anUpdate();
    await deliver(event);
    await deliver(event);

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'heard',
      traceId: '1'.repeat(32),
      eventId: event.eventId,
      queue: 'order.product-updated',
      attempt: 1,
    });
    expect(await metrics.registry.getSingleMetricAsString('events_handled_total')).toMatch(
      /outcome="done",service="order"\} 1[\s\S]*outcome="repeated",service="order"\} 1/,
    );
  });
});

describe('the reconciler', () => {
  let bus: MemoryBus;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    bus = createMemoryBus({ requireConsumer: true });
    stops.push(
      await startSubscriptions({
        service: 'order',
        bus,
        connection: database.connection,
        subscriptions: [
          onEvent(productUpdated, async (event, { session }) => {
            if (event.data.name === 'broken') throw new Error('broken');
            await effects.create([{ productId, eventId: event.eventId }], { session });
          }),
        ],
        logger,
        retryDelaysMs: [],
      }),
    );
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    await bus.close();
  });

  function newReconciler(options: Partial<ReconcilerOptions> = {}) {
    const reconciler = createReconciler({
      connection: database.connection,
      bus,
      logger,
      instanceId: 'one',
      graceMs: 0,
      answerWaitMs: 300,
      ...options,
    });
    stops.push(() => reconciler.stop());
    return reconciler;
  }

  it('republishes confirmed events that were lost, and no others (R-18)', async () => {
    const [arrived, lost] = [anUpdate(1), anUpdate(2)];
    await bus.publish(arrived);
    await bus.settle();
    await storeSent(database.connection, [arrived, lost]);
    const reconciler = newReconciler();

    expect(await reconciler.runOnce()).toEqual({ questioned: 2, republished: 1 });
    await bus.settle();

    expect(await effects.countDocuments({ eventId: lost.eventId })).toBe(1);
    expect(await reconciler.runOnce()).toEqual({ questioned: 2, republished: 0 });
  });

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('resends lost events when its own clock is an hour %s (M-4)', async (_, aheadMs) => {
    await storeSent(database.connection, [anUpdate(1)]);
    const result = await withClock(aheadMs, () => newReconciler().runOnce());
    expect(result).toEqual({ questioned: 1, republished: 1 });
  });

  it('does not count a parked event as lost', async () => {
    const broken = anUpdate(1, 'broken');
    await bus.publish(broken);
    await bus.settle();
    await storeSent(database.connection, [broken]);

    expect(await newReconciler().runOnce()).toEqual({ questioned: 1, republished: 0 });
  });

  it('bounds the events in memory by the round size, and republishes missing events of each round', async () => {
    const events = updates(25);
    await storeSent(database.connection, events);
    const questionSizes: number[] = [];
    const stop = await bus.broadcast(
      [receiptsAsked],
      ({ data }) => questionSizes.push(questionSchema.parse(data).eventIds.length),
      () => undefined,
    );
    stops.push(stop);

    expect(await newReconciler({ roundSize: 10, answerWaitMs: 1_000 }).runOnce()).toEqual({
      questioned: 25,
      republished: 25,
    });
    await bus.settle();

    expect(questionSizes).toEqual([10, 10, 5]);
    expect((await effects.distinct('eventId')).sort()).toEqual(events.map(({ eventId }) => eventId).sort());
  });

  it('stops after the current round', async () => {
    await storeSent(database.connection, updates(9));
    const reconciler = newReconciler({ roundSize: 3, answerWaitMs: 100 });
    const run = reconciler.runOnce();
    await reconciler.stop();
    expect((await run).questioned).toBe(3);
  });

  it('ignores events that wait or were sent long ago', async () => {
    await save(anUpdate(1));
    await storeSent(database.connection, [anUpdate(2)], new Date(Date.now() - 3_600_000));
    const reconciler = newReconciler();

    expect(await reconciler.runOnce()).toEqual({ questioned: 0, republished: 0 });
    expect((await reconciler.runOnce({ isFull: true })).questioned).toBe(1);
  });
});
