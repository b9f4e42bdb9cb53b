import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import { prefetch, type Stop, type Subscription } from '../bus.ts';
import { deliverToConsumer } from '../deliver-to-consumer.ts';
import { nextStep } from '../retry-schedule.ts';
import type { BrokerConnection, LastingChannel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { declareQueues } from './declarations.ts';
import type { Publisher } from './publisher.ts';
import { attemptHeader, attemptOf, parkedAtHeader, reasonHeader, textOf } from './wire-message.ts';

/** Pause after a failed attempt to settle a delivery, before the next one or its return. */
const settleRetryMs = 500;

interface Consumer {
  readonly subscription: Subscription;
  readonly channel: LastingChannel;
  consumerTag: string | undefined;
  isStopped: boolean;
  readonly inFlight: Set<Promise<void>>;
}

/** The dependencies of a bus that publishes and consumes. */
export interface BusParts {
  readonly settings: BusSettings;
  readonly connection: BrokerConnection;
  readonly publisher: Pick<Publisher, 'passOn' | 'isOpen'>;
}

/** Runs all consumers, each on its own channel, and settles their deliveries. */
export function createConsumers({ settings, connection, publisher }: BusParts) {
  const consumers = new Set<Consumer>();

  /** Queues without a running consumer. */
  const missing = (): string[] =>
    [...consumers]
      .filter(({ channel, isStopped }) => channel.current === undefined && !isStopped)
      .map(({ subscription }) => subscription.queue);

  async function consume(subscription: Subscription): Promise<Stop> {
    const consumer: Consumer = {
      subscription,
      channel: connection.openChannel({
        name: subscription.queue,
        setup: (channel) => start(channel, consumer),
      }),
      consumerTag: undefined,
      isStopped: false,
      inFlight: new Set(),
    };
    consumers.add(consumer);
    await consumer.channel.firstSetup;
    return async () => {
      consumers.delete(consumer);
      await release(consumer);
    };
  }

  async function start(channel: Channel, consumer: Consumer): Promise<void> {
    const { logger, settleMs, exchange, queueName } = settings;
    const { queue, type, retryDelaysMs } = consumer.subscription;
    const steps = retryDelaysMs.length;
    const isNew = await declareQueues(connection, channel, settings, queue, steps);
    if (isNew) await pause(settleMs);
    await channel.bindQueue(queueName(queue), exchange, type);
    await channel.prefetch(prefetch);
    if (consumer.isStopped) return;
    const { consumerTag } = await channel.consume(queueName(queue), (message) => {
      if (message === null) {
        logger.warn({ queue }, 'the broker cancelled the consumer');
        channel.close().catch(() => undefined);
        return;
      }
      const work = receive(channel, consumer, message).finally(() => consumer.inFlight.delete(work));
      consumer.inFlight.add(work);
    });
    consumer.consumerTag = consumerTag;
  }

  async function receive(channel: Channel, consumer: Consumer, message: ConsumeMessage): Promise<void> {
    const { subscription } = consumer;
    const attempt = attemptOf(message);
    const messageId = textOf(message.properties.messageId);
    const outcome = await deliverToConsumer(subscription, { body: message.content, attempt, messageId });
    const step = nextStep(outcome, attempt, subscription.retryDelaysMs);
    let mayRetry = true;
    for (let tries = 1; mayRetry; tries += 1) {
      try {
        await passOn(subscription, message, step);
        channel.ack(message);
        return;
      } catch (error) {
        if (tries === 1) {
          settings.logger.warn(
            { err: error, queue: subscription.queue, messageId },
            'a delivery could not be settled yet',
          );
        }
      }
      // While nothing can be published, the delivery is not returned: the broker counts each return as a crash, and
      // would finally park the message.
      const cannotPublish = !publisher.isOpen();
      await pause(settleRetryMs);
      mayRetry = cannotPublish && consumer.channel.current === channel && !consumer.isStopped;
    }
    try {
      channel.nack(message, false, true);
    } catch {
      // The channel is closed, so the broker delivers the message again.
    }
  }

  /** Publishes a failed message to its retry or parking queue before it is acknowledged. */
  async function passOn({ queue }: Subscription, message: ConsumeMessage, step: ReturnType<typeof nextStep>) {
    const { queueName, parkedName, retryName } = settings;
    if (step.kind === 'retry') {
      await publisher.passOn(retryName(step.step), queueName(queue), message, {
        expiration: step.delayMs,
        headers: { [attemptHeader]: step.attempt, [reasonHeader]: step.reason.slice(0, 500) },
      });
    } else if (step.kind === 'park') {
      await publisher.passOn('', parkedName(queue), message, {
        headers: {
          [attemptHeader]: attemptOf(message),
          [reasonHeader]: step.reason.slice(0, 500),
          [parkedAtHeader]: new Date().toISOString(),
        },
      });
    }
  }

  return {
    missing,
    consume,
    /** Resolves when no delivery is in progress. */
    close: async () => void (await Promise.all([...consumers].map(release))),
  };
}

async function release(consumer: Consumer): Promise<void> {
  consumer.isStopped = true;
  const { channel, consumerTag, inFlight } = consumer;
  if (consumerTag !== undefined) await channel.cancel(consumerTag);
  await Promise.allSettled(inFlight);
  await channel.close();
}
