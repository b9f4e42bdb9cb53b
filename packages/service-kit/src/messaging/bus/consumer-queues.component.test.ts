import { eventually } from '@kinmel/testing';
import { connect } from 'amqplib';
import { anEvent } from '../testing/events.ts';
import { testBuses } from '../testing/test-buses.ts';
import { UndeliveredError } from './bus.ts';

const type = 'order.placed';
const eventConsumers = { [type]: ['catalog', 'notification'] };
const catalogQueue = 'catalog.order-placed';
const lateQueue = 'notification.order-placed';

const buses = testBuses();
const { broker } = buses;

beforeEach(() => broker.track(catalogQueue, lateQueue));
afterEach(() => buses.close());

async function consume(service: string, queue: string): Promise<(string | undefined)[]> {
  const bus = await buses.open(service);
  const receivedIds: (string | undefined)[] = [];
  await bus.consume({
    queue,
    type,
    retryDelaysMs: [],
    handle: async ({ messageId }) => {
      receivedIds.push(messageId);
      return { kind: 'done' };
    },
  });
  return receivedIds;
}

it('stores an event for a consumer that has never run (I-8)', async () => {
  const earlyIds = await consume('catalog', catalogQueue);
  const order = await buses.open('order', { eventConsumers });
  const events = [anEvent(), anEvent(), anEvent()];
  await Promise.all(events.map((event) => order.publish(event)));

  const lateIds = await consume('notification', lateQueue);

  const ids = events.map(({ eventId }) => eventId);
  await eventually(() => earlyIds.length === 3 && lateIds.length === 3);
  expect(new Set(earlyIds)).toEqual(new Set(ids));
  expect(lateIds).toEqual(ids);
});

it('restores a lost binding before an event is sent over the next connection (R-09)', async () => {
  await consume('catalog', catalogQueue);
  const lateIds = await consume('notification', lateQueue);
  const connection = await connect(broker.url);
  const channel = await connection.createChannel();
  await channel.unbindQueue(broker.prefix + lateQueue, `${broker.prefix}kinmel.events`, type);
  await connection.close();

  const order = await buses.open('order', { eventConsumers });
  await order.publish(anEvent());

  await eventually(() => lateIds.length === 1);
});

it('sends an event once to the others while the queue of one consumer is unavailable, and reports it as undelivered (I-8)', async () => {
  const earlyIds = await consume('catalog', catalogQueue);
  const connection = await connect(broker.url);
  // Exclusive to another connection, like a queue that answers no caller.
  const channel = await connection.createChannel();
  await channel.assertQueue(broker.prefix + lateQueue, { exclusive: true, durable: false });
  const order = await buses.open('order', { eventConsumers });

  const event = anEvent();
  let waitingFor: readonly string[] | undefined;
  for (const _ of [1, 2, 3]) {
    const error: unknown = await order.publish(event, waitingFor).catch((reason: unknown) => reason);
    if (!(error instanceof UndeliveredError)) throw error;
    expect(error.message).toMatch(/RESOURCE-LOCKED/);
    expect(error.waitingFor).toEqual([lateQueue]);
    ({ waitingFor } = error);
  }
  await eventually(() => expect(earlyIds).toEqual([event.eventId]));

  await connection.close();
  await eventually(() => order.publish(event, waitingFor), 15_000);
  expect(earlyIds).toEqual([event.eventId]);
  const lateIds = await consume('notification', lateQueue);
  await eventually(() => expect(lateIds).toEqual([event.eventId]));
}, 30_000);

it('resolves for an event without consumers by contract', async () => {
  const order = await buses.open('order', { eventConsumers });
  const receivedIds: string[] = [];
  const listener = await buses.open('catalog');
  await listener.broadcast(
    ['payment.failed'],
    ({ eventId }) => receivedIds.push(eventId),
    () => undefined,
  );
  await eventually(() => listener.health() === 'ok');
  const event = { ...anEvent(), type: 'payment.failed' };
  await order.publish(event);
  await eventually(() => expect(receivedIds).toEqual([event.eventId]));
});
