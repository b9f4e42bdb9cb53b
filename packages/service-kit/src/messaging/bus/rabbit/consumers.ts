import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { prefetch, type Stop, type Subscription } from '../bus.ts';
import { handOver } from '../hand-over.ts';
import { nextStep } from '../retry-schedule.ts';
import { callLimitMs, establishLimitMs, within } from './broker-calls.ts';
import type { BusSettings } from './bus-settings.ts';
import type { BusTimers } from './bus-timers.ts';
import { declareQueues } from './declarations.ts';
import type { Publisher } from './publisher.ts';
import type { ReceivingConnection } from './receiving-connection.ts';
import { attemptHeader, attemptOf, parkedAtHeader, reasonHeader, textOf } from './wire-message.ts';

/** So long after a failure a delivery is settled anew, or given back. */
const settleAgainMs = 500;

interface Consumer {
  readonly subscription: Subscription;
  channel: Channel | undefined;
  consumerTag: string | undefined;
  isStarting: boolean;
  isStopped: boolean;
  readonly inFlight: Set<Promise<void>>;
}

interface ConsumersParts {
  readonly settings: BusSettings;
  readonly timers: BusTimers;
  readonly connection: ReceivingConnection;
  readonly publisher: Pick<Publisher, 'passOn' | 'isOpen'>;
}

/** Everything that consumes from queues of its own, each on a channel of its own, and what becomes of a delivery. */
export class Consumers {
  readonly #settings: BusSettings;
  readonly #timers: BusTimers;
  readonly #connection: ReceivingConnection;
  readonly #publisher: ConsumersParts['publisher'];
  readonly #consumers = new Set<Consumer>();

  constructor({ settings, timers, connection, publisher }: ConsumersParts) {
    this.#settings = settings;
    this.#timers = timers;
    this.#connection = connection;
    this.#publisher = publisher;
    connection.onModel((model) => {
      for (const consumer of this.#consumers) void this.#establish(model, consumer);
    });
  }

  /** Queues that should be consumed and are not. */
  get missing(): string[] {
    return [...this.#consumers]
      .filter((one) => one.consumerTag === undefined && !one.isStopped)
      .map((one) => one.subscription.queue);
  }

  async consume(subscription: Subscription): Promise<Stop> {
    const consumer: Consumer = {
      subscription,
      channel: undefined,
      consumerTag: undefined,
      isStarting: false,
      isStopped: false,
      inFlight: new Set(),
    };
    this.#consumers.add(consumer);
    const { model } = this.#connection;
    if (model !== undefined) await this.#establish(model, consumer);
    return async () => {
      consumer.isStopped = true;
      this.#consumers.delete(consumer);
      await this.#release(consumer);
    };
  }

  /** Resolves when no delivery is under way any more. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#consumers].map((consumer) => {
        consumer.isStopped = true;
        return this.#release(consumer);
      }),
    );
  }

  async #release(consumer: Consumer): Promise<void> {
    const { channel, consumerTag } = consumer;
    if (channel !== undefined && consumerTag !== undefined) {
      await within(callLimitMs, channel.cancel(consumerTag)).catch(() => undefined);
    }
    await Promise.allSettled(consumer.inFlight);
    consumer.channel = undefined;
    consumer.consumerTag = undefined;
    if (channel !== undefined) await within(callLimitMs, channel.close()).catch(() => undefined);
  }

  /** Gets a consumer going and tries again by itself when that fails or hangs, for as long as the connection lives. */
  async #establish(model: ChannelModel, consumer: Consumer): Promise<void> {
    if (consumer.isStopped || consumer.isStarting || model !== this.#connection.model) return;
    if (consumer.channel !== undefined) return;
    consumer.isStarting = true;
    try {
      // A quorum queue that has lost its leader answers after minutes or never (M-4).
      await within(establishLimitMs, this.#start(model, consumer));
      if (consumer.isStopped) await this.#release(consumer);
    } catch (error) {
      if (this.#timers.isClosing || consumer.isStopped || model !== this.#connection.model) return;
      const { queue } = consumer.subscription;
      this.#settings.logger.error({ err: error, queue }, 'cannot consume yet');
      abandon(consumer);
      this.#timers.later(1_000, () => void this.#establish(model, consumer));
    } finally {
      consumer.isStarting = false;
    }
  }

  /** Declares what a consumer needs, lets a new queue settle, binds and consumes. */
  async #start(model: ChannelModel, consumer: Consumer): Promise<void> {
    const { logger, settleMs, exchange, queueName } = this.#settings;
    const { queue, type, retryDelaysMs } = consumer.subscription;
    const channel = await model.createChannel();
    consumer.channel = channel;
    channel.on('error', (error) => logger.error({ err: error, queue }, 'consume channel error'));
    channel.on('close', () => {
      if (consumer.channel !== channel) return;
      consumer.channel = undefined;
      consumer.consumerTag = undefined;
      this.#timers.later(1_000, () => void this.#establish(model, consumer));
    });
    const isNew = await declareQueues(model, channel, this.#settings, queue, retryDelaysMs.length);
    if (isNew) await pause(settleMs);
    await channel.bindQueue(queueName(queue), exchange, type);
    await channel.prefetch(prefetch);
    if (consumer.channel !== channel) return;
    const { consumerTag } = await channel.consume(queueName(queue), (message) => {
      if (message === null) {
        logger.warn({ queue }, 'the broker cancelled the consumer');
        channel.close().catch(() => undefined);
        return;
      }
      const work = this.#receive(channel, consumer, message).finally(() => consumer.inFlight.delete(work));
      consumer.inFlight.add(work);
    });
    // Given up meanwhile: its successor consumes, so this late one must not.
    if (consumer.channel === channel) consumer.consumerTag = consumerTag;
    else await channel.close().catch(() => undefined);
  }

  async #receive(channel: Channel, consumer: Consumer, message: ConsumeMessage): Promise<void> {
    const { subscription } = consumer;
    const attempt = attemptOf(message);
    const messageId = textOf(message.properties.messageId);
    const outcome = await handOver(subscription, { body: message.content, attempt, messageId });
    const step = nextStep(outcome, attempt, subscription.retryDelaysMs);
    let isKept = true;
    for (let tries = 1; isKept; tries += 1) {
      try {
        await this.#passOn(subscription, message, step);
        channel.ack(message);
        return;
      } catch (error) {
        if (tries === 1) {
          this.#settings.logger.warn(
            { err: error, queue: subscription.queue, messageId },
            'a delivery could not be settled yet',
          );
        }
      }
      // While publishers are throttled or away a delivery is kept: the broker counts each that is given back as a crash, and
      // would park a message that only has to wait.
      const nothingGoesOut = !this.#publisher.isOpen;
      await pause(settleAgainMs);
      isKept = nothingGoesOut && consumer.channel === channel && !consumer.isStopped;
    }
    try {
      channel.nack(message, false, true);
    } catch {
      // The channel is gone, and with it the delivery: the broker gives the message out again by itself.
    }
  }

  /** Puts a message that is not done into the queue where it waits; only then may it be acknowledged. */
  async #passOn(
    { queue }: Subscription,
    message: ConsumeMessage,
    step: ReturnType<typeof nextStep>,
  ): Promise<void> {
    const { queueName, parkedName, retryName } = this.#settings;
    if (step.kind === 'retry') {
      await this.#publisher.passOn(retryName(step.step), queueName(queue), message, {
        expiration: step.delayMs,
        headers: { [attemptHeader]: step.attempt, [reasonHeader]: step.reason.slice(0, 500) },
      });
    } else if (step.kind === 'park') {
      await this.#publisher.passOn('', parkedName(queue), message, {
        headers: {
          [attemptHeader]: attemptOf(message),
          [reasonHeader]: step.reason.slice(0, 500),
          [parkedAtHeader]: new Date().toISOString(),
        },
      });
    }
  }
}

function abandon(consumer: Consumer): void {
  const { channel } = consumer;
  consumer.channel = undefined;
  consumer.consumerTag = undefined;
  channel?.close().catch(() => undefined);
}
