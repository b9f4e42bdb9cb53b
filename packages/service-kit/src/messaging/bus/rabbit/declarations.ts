import type { Channel } from 'amqplib';
import type { BrokerConnection } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';

/** Deliveries that ended in a crash or a lost connection before the broker parks the message. */
const crashLimit = 20;

export async function declareExchanges(
  channel: Channel,
  { exchange, liveExchange }: BusSettings,
): Promise<void> {
  await channel.assertExchange(exchange, 'topic', { durable: true });
  await channel.assertExchange(liveExchange, 'topic', { durable: true });
}

/** Rejects while the exchange does not exist; needs no permission to declare it. */
export async function expectLiveExchange(channel: Channel, { liveExchange }: BusSettings): Promise<void> {
  await channel.checkExchange(liveExchange);
}

/** Declares a consumer's queue and its parking queue. */
export async function declareQueue(channel: Channel, settings: BusSettings, queue: string): Promise<void> {
  await channel.assertQueue(settings.parkedName(queue), {
    durable: true,
    // Reading a parked message counts as a delivery, and brokers from 4.0 on drop a message after 20 by default.
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
  });
  await channel.assertQueue(settings.queueName(queue), {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': crashLimit,
      'x-dead-letter-exchange': '',
      'x-dead-letter-routing-key': settings.parkedName(queue),
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
      'x-max-length': settings.maxQueueLength,
    },
  });
}

/** Declares a consumer's queue, its parking queue and its retry queues; true when the first did not exist. */
export async function declareQueues(
  connection: BrokerConnection,
  channel: Channel,
  settings: BusSettings,
  queue: string,
  steps: number,
): Promise<boolean> {
  const isNew = !(await queueExists(connection, settings.queueName(queue)));
  await declareExchanges(channel, settings);
  await declareQueue(channel, settings, queue);
  for (let step = 1; step <= steps; step += 1) {
    const retry = settings.retryName(step);
    // A fanout keeps the routing key, which names the queue to return to after the delay.
    await channel.assertExchange(retry, 'fanout', { durable: true });
    await channel.assertQueue(retry, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-dead-letter-exchange': '',
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
        'x-max-length': settings.maxQueueLength,
      },
    });
    await channel.bindQueue(retry, retry, '');
  }
  return isNew;
}

/** Uses a separate channel, because the broker closes it when the queue does not exist. */
export async function queueExists(connection: BrokerConnection, name: string): Promise<boolean> {
  try {
    await connection.withChannel((channel) => channel.checkQueue(name));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 404) return false;
    throw error;
  }
}
