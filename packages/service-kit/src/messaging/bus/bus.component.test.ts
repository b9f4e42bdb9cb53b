import { randomUUID } from 'node:crypto';
import { eventually } from '@kinmel/testing';
import { anEvent as anyEvent } from '../testing/events.ts';
import { testBuses } from '../testing/test-buses.ts';
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
import type { RabbitBusOptions } from './rabbit-bus.ts';

interface Rig {
  readonly bus: Bus;
  deliverRaw(type: string, body: Buffer): Promise<void>;
  track(queue: string): void;
  end(): Promise<void>;
}

type RigOptions = Pick<RabbitBusOptions, 'maxQueueLength' | 'eventConsumers'>;

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
  const buses = testBuses();
  const { broker } = buses;
  return {
    bus: await buses.open('order', options),
    deliverRaw: (type, body) => broker.publishRaw(type, body),
    track: (queue) => broker.track(queue),
    end: () => buses.close(),
  };
}

const anEvent = (overrides: Partial<WireEvent> = {}) => anyEvent({ type: 'product.updated', ...overrides });

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

  const untilParked = (count: number) =>
    eventually(async () => {
      const parked = await bus.parked('order.product-updated');
      return parked.count === count && parked.messages;
    });

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

  it('names the full queues of an event, and then delivers it to those only (R-08)', async () => {
    await rig.end();
    rig = await makeRig({
      maxQueueLength: 2,
      eventConsumers: { 'product.updated': ['order', 'notification'] },
    });
    bus = rig.bus;
    const received: string[] = [];
    await bus.broadcast(
      ['product.updated'],
      ({ eventId }) => received.push(eventId),
      () => undefined,
    );
    const quickConsumer = await consume(() => done);
    const fullConsumer = await consume(() => done, { queue: 'notification.product-updated' });
    await fullConsumer.stop();

    const published: string[] = [];
    let refusal: { readonly event: WireEvent; readonly waitingFor: readonly string[] } | undefined;
    while (refusal === undefined) {
      const event = anEvent();
      published.push(event.eventId);
      // The broker enforces its queue limit only approximately.
      await bus.publish(event).catch((error: unknown) => {
        if (!(error instanceof UndeliveredError)) throw error;
        refusal = { event, waitingFor: error.waitingFor };
      });
    }
    const { event, waitingFor } = refusal;
    expect(waitingFor).toEqual(['notification.product-updated']);
    await eventually(() => received.length === published.length);
    await expect(bus.publish(event, waitingFor)).rejects.toThrow(UndeliveredError);

    const lateConsumer = await consume(() => done, { queue: 'notification.product-updated' });
    await eventually(() => bus.publish(event, waitingFor));
    await eventually(() => lateConsumer.deliveries.length === published.length);
    expect(lateConsumer.deliveries.at(-1)?.messageId).toBe(event.eventId);
    const deliveryCount = quickConsumer.deliveries.filter(
      ({ messageId }) => messageId === event.eventId,
    ).length;
    // An event that was refused by the exchange may have reached the other queues.
    expect(deliveryCount).toBeLessThanOrEqual(2);
    expect(quickConsumer.deliveries.length).toBeLessThanOrEqual(published.length + 1);
    expect(received).toHaveLength(published.length);
  });

  it('retries a message whose handler throws with counted attempts, then parks it with its reason', async () => {
    const { deliveries } = await consume(() => {
      throw new Error('stock is asleep');
    });
    const event = anEvent();

    await bus.publish(event);

    const messages = await untilParked(1);
    expect(deliveries.map((delivery) => delivery.attempt)).toEqual([1, 2, 3]);
    expect(messages).toMatchObject([
      { messageId: event.eventId, reason: 'stock is asleep', attempts: 3, body: JSON.stringify(event) },
    ]);
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
        if (messageId === failingEvent.eventId) return { kind: 'retry', reason: 'bad', counted: true };
        finished.push(messageId);
        return done;
      },
      { retryDelaysMs: [500, 500, 500] },
    );
    const failingEvent = anEvent();
    const otherEvents = Array.from({ length: 50 }, () => anEvent());

    await bus.publish(failingEvent);
    await Promise.all(otherEvents.map((event) => bus.publish(event)));

    await eventually(() => finished.length === 50);
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it.each([
    ['that is not JSON', '{"eventId":', 'Not JSON.'],
    ['over the size limit', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), 'Larger than 1048576 bytes.'],
  ])('parks a message %s without calling the handler', async (_name, body, reason) => {
    const { deliveries } = await consume(() => done);
    await rig.deliverRaw('product.updated', Buffer.from(body));
    expect(await untilParked(1)).toMatchObject([{ reason, attempts: 1, body: body.slice(0, 10_000) }]);
    expect(deliveries).toEqual([]);
  });

  it('replays one parked message, keeping the order of the others, or all, with attempt 1', async () => {
    let isFixed = false;
    const { deliveries } = await consume(() => (isFixed ? done : { kind: 'park', reason: 'unknown colour' }));
    const events = [anEvent(), anEvent(), anEvent()];
    const [first, second, third] = events.map(({ eventId }) => eventId);
    for (const event of events) await bus.publish(event);
    await untilParked(3);
    isFixed = true;

    expect(await bus.replay('order.product-updated', second)).toBe(1);
    expect(await bus.replay('order.product-updated', randomUUID())).toBe(0);
    expect((await untilParked(2)).map(({ messageId }) => messageId)).toEqual([first, third]);
    expect(await bus.replay('order.product-updated')).toBe(2);

    await eventually(() => deliveries.length === 6);
    expect(deliveries.slice(3).map(({ messageId }) => messageId)).toEqual([second, first, third]);
    expect(deliveries.every(({ attempt }) => attempt === 1)).toBe(true);
    expect((await bus.parked('order.product-updated')).count).toBe(0);
  });

  it('sends published and announced events of the requested types to every listener', async () => {
    const received: [WireEvent[], WireEvent[]] = [[], []];
    await consume(() => done);
    for (const events of received) {
      await bus.broadcast(
        ['product.updated', 'receipts.asked'],
        (event) => events.push(event),
        () => undefined,
      );
    }
    const event = anEvent();
    const question = anEvent({ type: 'receipts.asked' });

    await bus.publish(event);
    await bus.announce(question);
    await bus.announce(anEvent({ type: 'stock.changed' }));

    await eventually(() => received.every((events) => events.length === 2));
    for (const events of received) expect(events).toEqual([event, question]);
  });

  it('rejects an event without a queue, even when there are listeners', async () => {
    await consume(() => done);
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
