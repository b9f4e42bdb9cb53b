import { randomUUID } from 'node:crypto';
import { eventually, testBroker } from '@kinmel/testing';
import { createLogger } from '../../observability/logger.ts';
import {
  type Bus,
  type Delivery,
  type Outcome,
  type Stop,
  UndeliveredError,
  UnroutableError,
  type WireEvent,
} from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';
import { createRabbitBus } from './rabbit-bus.ts';

interface Rig {
  readonly bus: Bus;
  deliverRaw(type: string, body: Buffer): Promise<void>;
  track(queue: string): void;
  end(): Promise<void>;
}

const logger = createLogger({ service: 'test', level: 'silent' });

interface RigOptions {
  readonly maxQueueLength?: number;
  readonly eventConsumers?: Readonly<Record<string, readonly string[]>>;
}

async function memoryRig({ maxQueueLength }: RigOptions = {}): Promise<Rig> {
  const bus = createMemoryBus({ requireConsumer: true, ...(maxQueueLength && { maxQueueLength }) });
  return {
    bus,
    deliverRaw: async (type, body) => bus.deliverRaw(type, body),
    track: () => undefined,
    end: () => bus.close(),
  };
}

async function rabbitRig(options: RigOptions = {}): Promise<Rig> {
  const broker = testBroker();
  const bus = createRabbitBus({
    url: broker.url,
    prefix: broker.prefix,
    service: 'order',
    logger,
    settleMs: 0,
    ...options,
  });
  await eventually(() => bus.health() === 'ok');
  return {
    bus,
    deliverRaw: (type, body) => broker.publishRaw(type, body),
    track: (queue) => broker.track(queue),
    end: async () => {
      await bus.close();
      await broker.cleanUp();
    },
  };
}

const anEvent = (over: Partial<WireEvent> = {}): WireEvent => ({
  eventId: randomUUID(),
  type: 'product.updated',
  version: 1,
  aggregateId: 'product-1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { name: 'Galaxy S26' },
  ...over,
});

const done: Outcome = { kind: 'done' };

// One suite for both buses, so that component tests in memory hold for RabbitMQ.
describe.each([
  ['in memory', memoryRig],
  ['over RabbitMQ', rabbitRig],
])('the bus %s', (_, makeRig) => {
  let rig: Rig;
  let bus: Bus;

  beforeEach(async () => {
    rig = await makeRig();
    bus = rig.bus;
  });
  afterEach(() => rig.end());

  async function consume(
    handle: (delivery: Delivery) => Outcome | Promise<Outcome>,
    { queue = 'order.product-updated', type = 'product.updated', retryDelaysMs = [30, 60] } = {},
  ): Promise<{ deliveries: Delivery[]; stop: Stop }> {
    const deliveries: Delivery[] = [];
    rig.track(queue);
    const stop = await bus.consume({
      queue,
      type,
      retryDelaysMs,
      handle: async (delivery) => {
        deliveries.push(delivery);
        return handle(delivery);
      },
    });
    return { deliveries, stop };
  }

  it('delivers an event to every queue of its type and to no other', async () => {
    const updated = await consume(() => done);
    const other = await consume(() => done, { queue: 'notification.product-updated' });
    const deleted = await consume(() => done, { queue: 'order.product-deleted', type: 'product.deleted' });
    const event = anEvent();

    await bus.publish(event);

    await eventually(() => updated.deliveries.length === 1 && other.deliveries.length === 1);
    expect(updated.deliveries[0]).toEqual({ content: event, attempt: 1, messageId: event.eventId });
    expect(deleted.deliveries).toEqual([]);
  });

  it('delivers each version of an event only to the queues of that version', async () => {
    const first = await consume(() => done);
    const second = await consume(() => done, {
      queue: 'order.product-updated-v2',
      type: 'product.updated.v2',
    });
    const events = [anEvent(), anEvent({ version: 2 })] as const;

    for (const event of events) await bus.publish(event);

    await eventually(() => first.deliveries.length === 1 && second.deliveries.length === 1);
    expect([first, second].map(({ deliveries }) => deliveries[0]?.content)).toEqual(events);
    await expect(bus.publish(anEvent({ version: 3 }))).rejects.toThrow(UnroutableError);
  });

  it('rejects an event without a queue', async () => {
    await consume(() => done);

    await expect(bus.publish(anEvent({ type: 'stock.changed' }))).rejects.toThrow(UnroutableError);
  });

  it('names the full queues of an event, and then delivers it to those only (R-08)', async () => {
    await rig.end();
    rig = await makeRig({
      maxQueueLength: 2,
      eventConsumers: { 'product.updated': ['order', 'notification'] },
    });
    bus = rig.bus;
    const heard: string[] = [];
    await bus.broadcast(
      ['product.updated'],
      ({ eventId }) => heard.push(eventId),
      () => undefined,
    );
    const quick = await consume(() => done);
    const full = await consume(() => done, { queue: 'notification.product-updated' });
    await full.stop();

    const published: string[] = [];
    let refused: { readonly event: WireEvent; readonly waitingFor: readonly string[] } | undefined;
    while (refused === undefined) {
      const event = anEvent();
      published.push(event.eventId);
      // The broker enforces its queue limit only approximately.
      await bus.publish(event).catch((error: unknown) => {
        if (!(error instanceof UndeliveredError)) throw error;
        refused = { event, waitingFor: error.waitingFor };
      });
    }
    const { event, waitingFor } = refused;
    expect(waitingFor).toEqual(['notification.product-updated']);
    await eventually(() => heard.length === published.length);
    await expect(bus.publish(event, waitingFor)).rejects.toThrow(UndeliveredError);

    const late = await consume(() => done, { queue: 'notification.product-updated' });
    await eventually(() => bus.publish(event, waitingFor));
    await eventually(() => late.deliveries.length === published.length);
    expect(late.deliveries.at(-1)?.messageId).toBe(event.eventId);
    const times = quick.deliveries.filter(({ messageId }) => messageId === event.eventId).length;
    // An event that was refused by the exchange may have reached the other queues.
    expect(times).toBeLessThanOrEqual(2);
    expect(quick.deliveries.length).toBeLessThanOrEqual(published.length + 1);
    expect(heard).toHaveLength(published.length);
  });

  it('keeps events for a stopped consumer', async () => {
    const first = await consume(() => done);
    await first.stop();
    const event = anEvent();
    await bus.publish(event);
    expect(first.deliveries).toEqual([]);

    const second = await consume(() => done);

    await eventually(() => second.deliveries.length === 1);
    expect(second.deliveries[0]?.messageId).toBe(event.eventId);
  });

  it('retries a failing message with counted attempts, then parks it with its reason', async () => {
    const { deliveries } = await consume(() => ({ kind: 'retry', reason: 'stock is asleep', counted: true }));
    const event = anEvent();

    await bus.publish(event);

    const parked = await eventually(async () => {
      const found = await bus.parked('order.product-updated');
      return found.count === 1 && found;
    });
    expect(deliveries.map((delivery) => delivery.attempt)).toEqual([1, 2, 3]);
    expect(parked.messages).toMatchObject([
      { messageId: event.eventId, reason: 'stock is asleep', attempts: 3, body: JSON.stringify(event) },
    ]);
  });

  it('treats an error of the handler as a failure', async () => {
    const { deliveries } = await consume(({ attempt }) => {
      if (attempt < 2) throw new Error('first time');
      return done;
    });

    await bus.publish(anEvent());

    await eventually(() => deliveries.length === 2);
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it('does not count uncounted failures', async () => {
    let calls = 0;
    const { deliveries } = await consume(() => {
      calls += 1;
      return calls <= 6 ? { kind: 'retry', reason: 'no database', counted: false } : done;
    });

    await bus.publish(anEvent());

    await eventually(() => deliveries.length === 7);
    expect(new Set(deliveries.map((delivery) => delivery.attempt))).toEqual(new Set([1]));
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it('delivers other messages while one fails', async () => {
    const finished: unknown[] = [];
    await consume(
      ({ messageId }) => {
        if (messageId === bad.eventId) return { kind: 'retry', reason: 'bad', counted: true };
        finished.push(messageId);
        return done;
      },
      { retryDelaysMs: [500, 500, 500] },
    );
    const bad = anEvent();
    const good = Array.from({ length: 50 }, () => anEvent());

    await bus.publish(bad);
    await Promise.all(good.map((event) => bus.publish(event)));

    await eventually(() => finished.length === 50);
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it('parks invalid JSON without calling the handler', async () => {
    const { deliveries } = await consume(() => done);

    await rig.deliverRaw('product.updated', Buffer.from('{"eventId":'));

    const parked = await eventually(async () => {
      const found = await bus.parked('order.product-updated');
      return found.count === 1 && found;
    });
    expect(parked.messages[0]).toMatchObject({ reason: 'Not JSON.', attempts: 1, body: '{"eventId":' });
    expect(deliveries).toEqual([]);
  });

  it('parks a message over the size limit unread', async () => {
    const { deliveries } = await consume(() => done);

    await rig.deliverRaw('product.updated', Buffer.from(JSON.stringify({ text: 'x'.repeat(1024 * 1024) })));

    await eventually(async () => (await bus.parked('order.product-updated')).count === 1);
    expect(deliveries).toEqual([]);
  });

  it('replays parked messages with attempt 1', async () => {
    let isFixed = false;
    const { deliveries } = await consume(() => (isFixed ? done : { kind: 'park', reason: 'unknown colour' }));
    const events = [anEvent(), anEvent()];
    for (const event of events) await bus.publish(event);
    await eventually(async () => (await bus.parked('order.product-updated')).count === 2);
    isFixed = true;

    expect(await bus.replay('order.product-updated')).toBe(2);

    await eventually(() => deliveries.length === 4);
    expect(new Set(deliveries.slice(2).map((delivery) => delivery.messageId))).toEqual(
      new Set(events.map((event) => event.eventId)),
    );
    expect(deliveries.every((delivery) => delivery.attempt === 1)).toBe(true);
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it('replays one parked message and keeps the order of the others', async () => {
    let isFixed = false;
    const { deliveries } = await consume(() => (isFixed ? done : { kind: 'park', reason: 'unknown colour' }));
    const events = [anEvent(), anEvent(), anEvent()];
    const ids = events.map(({ eventId }) => eventId);
    for (const event of events) await bus.publish(event);
    await eventually(async () => (await bus.parked('order.product-updated')).count === 3);
    isFixed = true;

    expect(await bus.replay('order.product-updated', ids[1])).toBe(1);
    expect(await bus.replay('order.product-updated', randomUUID())).toBe(0);

    await eventually(() => deliveries.length === 4);
    expect(deliveries[3]?.messageId).toBe(ids[1]);
    const { messages } = await bus.parked('order.product-updated');
    expect(messages.map(({ messageId }) => messageId)).toEqual([ids[0], ids[2]]);
  });

  it('sends published and announced events of the requested types to every listener', async () => {
    const heard: [WireEvent[], WireEvent[]] = [[], []];
    await consume(() => done);
    for (const ears of heard) {
      await bus.broadcast(
        ['product.updated', 'receipts.asked'],
        (event) => ears.push(event),
        () => undefined,
      );
    }
    const event = anEvent();
    const question = anEvent({ type: 'receipts.asked' });

    await bus.publish(event);
    await bus.announce(question);
    await bus.announce(anEvent({ type: 'stock.changed' }));

    await eventually(() => heard.every((ears) => ears.length === 2));
    for (const ears of heard) expect(ears).toEqual([event, question]);
  });

  it('does not count listeners as consumers', async () => {
    await bus.broadcast(
      ['stock.changed'],
      () => undefined,
      () => undefined,
    );

    await expect(bus.publish(anEvent({ type: 'stock.changed' }))).rejects.toThrow(UnroutableError);
  });

  it('finishes deliveries in progress before a stop resolves', async () => {
    let release = (): void => undefined;
    let isFinished = false;
    const { stop, deliveries } = await consume(async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      isFinished = true;
      return done;
    });
    await bus.publish(anEvent());
    await eventually(() => deliveries.length === 1);

    const stopped = stop();
    release();
    await stopped;

    expect(isFinished).toBe(true);
  });
});
