import { setTimeout as pause } from 'node:timers/promises';
import {
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type ConsumeMessage,
  connect,
  type GetMessage,
  type Options,
  type RecoveringChannelModel,
} from 'amqplib';
import type { Logger } from '../log/logger.ts';
import {
  type Bus,
  BusClosedError,
  type ParkedMessage,
  prefetch,
  type Stop,
  type Subscription,
  UnroutableError,
  type WireEvent,
} from './bus.ts';
import { handOver } from './hand-over.ts';
import { nextStep } from './retry-schedule.ts';

export interface RabbitBusOptions {
  readonly url: string;
  /** In front of every exchange and queue name, so that test runs share a broker without meeting. */
  readonly prefix?: string;
  readonly service: string;
  readonly logger: Logger;
  /** A broker that says nothing for three times this long is taken for dead (M-8). */
  readonly heartbeatSeconds?: number;
  /** A publish without a confirm is failed after this long; its event stays in the outbox. */
  readonly confirmTimeoutMs?: number;
  /** A queue younger than about 0.6 s loses confirmed messages when the broker is killed (M-4): new ones wait this long. */
  readonly settleMs?: number;
  readonly reconnectMaxDelayMs?: number;
}

const attemptHeader = 'x-attempt';
const reasonHeader = 'x-reason';
const parkedAtHeader = 'x-parked-at';

/** Of one queue; at it publishers are told no, and keep their events. */
const maxQueueLength = 500_000;

/** Deliveries that ended in a crash or a lost connection before the broker parks the message itself. */
const crashLimit = 20;

/** A broker that is in trouble may leave any call without an answer. */
const callLimitMs = 3_000;
const establishLimitMs = 15_000;

interface Consumer {
  readonly subscription: Subscription;
  channel: Channel | undefined;
  consumerTag: string | undefined;
  isStarting: boolean;
  isStopped: boolean;
  readonly inFlight: Set<Promise<void>>;
}

interface Listener {
  readonly types: readonly string[];
  readonly listener: (event: WireEvent) => void;
  readonly onGap: () => void;
  channel: Channel | undefined;
  isStopped: boolean;
  hasListened: boolean;
  /** The queue is bound and read: from here on nothing is missed. */
  isListening: boolean;
}

/**
 * The bus over RabbitMQ. Resolves at once, also while the broker is away: it connects, reconnects and rebuilds
 * channels, queues and consumers by itself, and says in `health` how far it is. Publishing and consuming have a
 * connection each, so that a broker that throttles publishers does not stop consumers.
 */
export async function createRabbitBus(options: RabbitBusOptions): Promise<Bus> {
  const bus = new RabbitBus(options);
  await bus.start();
  return bus;
}

class RabbitBus implements Bus {
  readonly #options: Required<RabbitBusOptions>;
  readonly #logger: Logger;
  readonly #exchange: string;
  readonly #liveExchange: string;
  readonly #pending = new Map<string, (error?: Error) => void>();
  readonly #returned = new Set<string>();
  readonly #consumers = new Set<Consumer>();
  readonly #listeners = new Set<Listener>();
  readonly #openListeners = new Set<() => void>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #publishing: RecoveringChannelModel | undefined;
  #consuming: RecoveringChannelModel | undefined;
  #publishModel: ChannelModel | undefined;
  #consumeModel: ChannelModel | undefined;
  #channel: ConfirmChannel | undefined;
  #blocked: string | undefined;
  #isClosing = false;
  #sequence = 0;

  constructor(options: RabbitBusOptions) {
    this.#options = {
      prefix: '',
      heartbeatSeconds: 5,
      confirmTimeoutMs: 5_000,
      settleMs: 1_000,
      reconnectMaxDelayMs: 3_000,
      ...options,
    };
    this.#logger = options.logger;
    this.#exchange = `${this.#options.prefix}kinmel.events`;
    this.#liveExchange = `${this.#options.prefix}kinmel.events.live`;
  }

  async start(): Promise<void> {
    this.#publishing = await this.#connect('publishing', (model) => this.#preparePublishing(model));
    this.#publishing.on('blocked', (reason) => {
      this.#blocked = reason;
      this.#logger.warn({ reason }, 'the broker takes no messages for now');
    });
    this.#publishing.on('unblocked', () => {
      this.#blocked = undefined;
      this.#tellOpen();
    });
    this.#publishing.on('disconnect', () => {
      this.#blocked = undefined;
    });
    this.#publishing.on('connect', () => this.#tellOpen());
    this.#consuming = await this.#connect('consuming', (model) => this.#prepareConsuming(model));
  }

  #connect(purpose: string, setup: (model: ChannelModel) => Promise<void>): Promise<RecoveringChannelModel> {
    const url = new URL(this.#options.url);
    // amqplib takes the heartbeat from the address only; as a socket option it is silently ignored (M-8).
    url.searchParams.set('heartbeat', String(this.#options.heartbeatSeconds));
    const connection = connect(url.href, {
      timeout: 5_000,
      noDelay: true,
      clientProperties: { connection_name: `${this.#options.service} ${purpose}` },
      recovery: {
        initialDelay: 200,
        maxDelay: this.#options.reconnectMaxDelayMs,
        factor: 2,
        jitter: 0.5,
        waitForConnect: false,
        setup,
      },
    });
    return connection.then((model) => {
      model.on('error', (error) => this.#logger.warn({ err: error, purpose }, 'broker connection error'));
      model.on('disconnect', () => this.#logger.warn({ purpose }, 'broker disconnected'));
      let failures = 0;
      model.on('connect-failed', (error: unknown) => {
        failures += 1;
        // Once when it begins and about once a minute while it lasts, not several times a second.
        if (failures % 20 !== 1) return;
        const reason = error instanceof Error ? error.message : 'unknown';
        this.#logger.warn({ reason, failures, purpose }, 'broker not reachable');
      });
      model.on('connect', () => {
        failures = 0;
        this.#logger.info({ purpose }, 'broker connected');
      });
      return model;
    });
  }

  get state(): 'open' | 'closed' {
    return this.#channel !== undefined && this.#blocked === undefined ? 'open' : 'closed';
  }

  health(): string {
    if (this.#isClosing) return 'closing';
    if (this.#channel === undefined || this.#consumeModel === undefined) return 'not connected';
    if (this.#blocked !== undefined) return 'takes no messages';
    const missing = [...this.#consumers].filter((one) => one.consumerTag === undefined && !one.isStopped);
    if (missing.length > 0) return `not consuming ${missing.map((one) => one.subscription.queue).join(', ')}`;
    if ([...this.#listeners].some((one) => !one.isListening && !one.isStopped)) return 'not listening';
    return 'ok';
  }

  onOpen(listener: () => void): void {
    this.#openListeners.add(listener);
  }

  #tellOpen(): void {
    if (this.state !== 'open') return;
    for (const listener of this.#openListeners) listener();
  }

  /** A timer that `close` takes along. */
  #later(delayMs: number, work: () => void): void {
    if (this.#isClosing) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delayMs);
    this.#timers.add(timer);
  }

  // Publishing

  async #preparePublishing(model: ChannelModel): Promise<void> {
    const isLost = watch(model, () => {
      if (this.#publishModel === model) this.#publishModel = undefined;
    });
    await this.#openPublishChannel(model);
    if (isLost()) throw new BusClosedError('The connection was lost while it was prepared.');
    this.#publishModel = model;
  }

  async #openPublishChannel(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) => this.#logger.error({ err: error }, 'publish channel error'));
    channel.on('return', (message) => {
      const id: unknown = message.properties.correlationId;
      if (typeof id === 'string') this.#returned.add(id);
    });
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      for (const finish of this.#pending.values())
        finish(new BusClosedError('The channel was closed before the confirm.'));
      this.#later(500, () => {
        if (this.#publishModel !== model || this.#channel !== undefined) return;
        this.#openPublishChannel(model).then(
          () => this.#tellOpen(),
          (error: unknown) => this.#logger.warn({ err: error }, 'no publish channel'),
        );
      });
    });
    await this.#declareExchanges(channel);
    this.#channel = channel;
  }

  async #declareExchanges(channel: Channel): Promise<void> {
    await channel.assertExchange(this.#exchange, 'topic', { durable: true });
    await channel.assertExchange(this.#liveExchange, 'topic', { durable: true });
  }

  async publish(event: WireEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    await this.#send(this.#exchange, event.type, body, { ...describe(event), mandatory: true });
    // Instances that only listen have an exchange of their own: their passing queues must not make an event
    // look delivered while the queue of a consumer is still missing.
    await this.#send(this.#liveExchange, event.type, body, { ...describe(event), persistent: false });
  }

  announce(event: WireEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    return this.#send(this.#liveExchange, event.type, body, { ...describe(event), persistent: false });
  }

  #send(exchange: string, key: string, body: Buffer, options: Options.Publish): Promise<void> {
    const channel = this.#channel;
    if (channel === undefined) return Promise.reject(new BusClosedError());
    if (this.#blocked !== undefined)
      return Promise.reject(new BusClosedError('The broker takes no messages.'));
    this.#sequence += 1;
    const id = String(this.#sequence);
    return new Promise((resolve, reject) => {
      const finish = (error?: Error): void => {
        if (!this.#pending.delete(id)) return;
        clearTimeout(timer);
        const wasReturned = this.#returned.delete(id);
        if (error) reject(error);
        else if (wasReturned) reject(new UnroutableError(key));
        else resolve();
      };
      const timer = setTimeout(
        () => finish(new BusClosedError(`No confirm within ${this.#options.confirmTimeoutMs} ms.`)),
        this.#options.confirmTimeoutMs,
      );
      this.#pending.set(id, finish);
      try {
        channel.publish(exchange, key, body, { ...options, correlationId: id }, (error: unknown) => {
          if (error === null || error === undefined) finish();
          else finish(error instanceof Error ? error : new Error('The broker refused the message.'));
        });
      } catch (error) {
        finish(error instanceof Error ? error : new BusClosedError());
      }
    });
  }

  /** Straight into a queue by its full name, safely; for retries, parking and replays. */
  #sendTo(
    exchange: string,
    key: string,
    message: ConsumeMessage | GetMessage,
    options: Options.Publish,
  ): Promise<void> {
    const { contentType, messageId, type, timestamp } = message.properties;
    return this.#send(exchange, key, message.content, {
      persistent: true,
      mandatory: true,
      contentType,
      messageId,
      type,
      timestamp,
      ...options,
    });
  }

  // Consuming

  async #prepareConsuming(model: ChannelModel): Promise<void> {
    const isLost = watch(model, () => {
      if (this.#consumeModel === model) this.#consumeModel = undefined;
    });
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    await this.#declareExchanges(channel);
    await channel.close();
    this.#consumeModel = model;
    // Not waited for: one queue that the broker cannot serve yet must not keep the others from being consumed.
    for (const consumer of this.#consumers) void this.#establish(model, consumer);
    for (const listener of this.#listeners) void this.#listen(model, listener);
    // A connection that was lost meanwhile has nobody who would notice: amqplib watches it only from here on.
    if (isLost()) throw new BusClosedError('The connection was lost while it was prepared.');
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
    const model = this.#consumeModel;
    if (model !== undefined) await this.#establish(model, consumer);
    return async () => {
      consumer.isStopped = true;
      this.#consumers.delete(consumer);
      await this.#release(consumer);
    };
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
    if (consumer.isStopped || consumer.isStarting || model !== this.#consumeModel) return;
    if (consumer.channel !== undefined) return;
    consumer.isStarting = true;
    try {
      // A quorum queue that has lost its leader answers after minutes or never (M-4).
      await within(establishLimitMs, this.#startConsuming(model, consumer));
      if (consumer.isStopped) await this.#release(consumer);
    } catch (error) {
      if (this.#isClosing || consumer.isStopped || model !== this.#consumeModel) return;
      this.#logger.error({ err: error, queue: consumer.subscription.queue }, 'cannot consume yet');
      this.#abandon(consumer);
      this.#later(1_000, () => void this.#establish(model, consumer));
    } finally {
      consumer.isStarting = false;
    }
  }

  #abandon(consumer: Consumer): void {
    const { channel } = consumer;
    consumer.channel = undefined;
    consumer.consumerTag = undefined;
    channel?.close().catch(() => undefined);
  }

  /** Declares what a consumer needs, lets a new queue settle, binds and consumes. */
  async #startConsuming(model: ChannelModel, consumer: Consumer): Promise<void> {
    const { queue, type, retryDelaysMs } = consumer.subscription;
    const channel = await model.createChannel();
    consumer.channel = channel;
    channel.on('error', (error) => this.#logger.error({ err: error, queue }, 'consume channel error'));
    channel.on('close', () => {
      if (consumer.channel !== channel) return;
      consumer.channel = undefined;
      consumer.consumerTag = undefined;
      this.#later(1_000, () => void this.#establish(model, consumer));
    });
    const isNew = await this.#declareQueues(model, channel, queue, retryDelaysMs.length);
    if (isNew) await pause(this.#options.settleMs);
    await channel.bindQueue(this.#name(queue), this.#exchange, type);
    await channel.prefetch(prefetch);
    if (consumer.channel !== channel) return;
    const { consumerTag } = await channel.consume(this.#name(queue), (message) => {
      if (message === null) {
        this.#logger.warn({ queue }, 'the broker cancelled the consumer');
        channel.close().catch(() => undefined);
        return;
      }
      const work = this.#receive(channel, consumer.subscription, message).finally(() =>
        consumer.inFlight.delete(work),
      );
      consumer.inFlight.add(work);
    });
    // Given up meanwhile: its successor consumes, so this late one must not.
    if (consumer.channel === channel) consumer.consumerTag = consumerTag;
    else await channel.close().catch(() => undefined);
  }

  async #declareQueues(
    model: ChannelModel,
    channel: Channel,
    queue: string,
    steps: number,
  ): Promise<boolean> {
    const name = this.#name(queue);
    const isNew = !(await queueExists(model, name));
    await channel.assertQueue(this.#parked(queue), {
      durable: true,
      // A parked message is looked at as often as people like; brokers from 4.0 on would drop it after 20 times.
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
    });
    await channel.assertQueue(name, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': crashLimit,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': this.#parked(queue),
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
        'x-max-length': maxQueueLength,
      },
    });
    for (let step = 1; step <= steps; step += 1) {
      const retry = this.#retry(step);
      // A fanout keeps the routing key, which names the queue that the message returns to when its pause is over.
      await channel.assertExchange(retry, 'fanout', { durable: true });
      await channel.assertQueue(retry, {
        durable: true,
        arguments: {
          'x-queue-type': 'quorum',
          'x-dead-letter-exchange': '',
          'x-dead-letter-strategy': 'at-least-once',
          'x-overflow': 'reject-publish',
          'x-max-length': maxQueueLength,
        },
      });
      await channel.bindQueue(retry, retry, '');
    }
    return isNew;
  }

  #name(queue: string): string {
    return `${this.#options.prefix}${queue}`;
  }

  #parked(queue: string): string {
    return `${this.#name(queue)}.parked`;
  }

  #retry(step: number): string {
    return `${this.#options.prefix}${this.#options.service}.retry.${step}`;
  }

  async #receive(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const attempt = attemptOf(message);
    const messageId = textOf(message.properties.messageId);
    const outcome = await handOver(subscription, { body: message.content, attempt, messageId });
    const step = nextStep(outcome, attempt, subscription.retryDelaysMs);
    try {
      if (step.kind === 'retry') {
        await this.#sendTo(this.#retry(step.step), this.#name(subscription.queue), message, {
          expiration: step.delayMs,
          headers: { [attemptHeader]: step.attempt, [reasonHeader]: step.reason.slice(0, 500) },
        });
      } else if (step.kind === 'park') {
        await this.#sendTo('', this.#parked(subscription.queue), message, {
          headers: {
            [attemptHeader]: attempt,
            [reasonHeader]: step.reason.slice(0, 500),
            [parkedAtHeader]: new Date().toISOString(),
          },
        });
      }
      channel.ack(message);
    } catch (error) {
      this.#logger.warn(
        { err: error, queue: subscription.queue },
        'a delivery could not be settled and comes again',
      );
      await pause(500);
      try {
        channel.nack(message, false, true);
      } catch {
        // The channel is gone, and with it the delivery: the broker gives the message out again by itself.
      }
    }
  }

  // Listening

  async broadcast(
    types: readonly string[],
    listener: (event: WireEvent) => void,
    onGap: () => void,
  ): Promise<Stop> {
    const entry: Listener = {
      types,
      listener,
      onGap,
      channel: undefined,
      isStopped: false,
      hasListened: false,
      isListening: false,
    };
    this.#listeners.add(entry);
    const model = this.#consumeModel;
    if (model === undefined) entry.hasListened = true;
    else await this.#listen(model, entry);
    return async () => {
      entry.isStopped = true;
      this.#listeners.delete(entry);
      const { channel } = entry;
      entry.channel = undefined;
      await channel?.close().catch(() => undefined);
    };
  }

  async #listen(model: ChannelModel, entry: Listener): Promise<void> {
    if (entry.isStopped || model !== this.#consumeModel || entry.channel !== undefined) return;
    try {
      const channel = await model.createChannel();
      entry.channel = channel;
      channel.on('error', (error) => this.#logger.error({ err: error }, 'listening channel error'));
      channel.on('close', () => {
        if (entry.channel !== channel) return;
        entry.channel = undefined;
        entry.isListening = false;
        this.#later(1_000, () => void this.#listen(model, entry));
      });
      // Belongs to this connection and goes with it; what was missed meanwhile is what `onGap` is for.
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
      for (const type of entry.types) await channel.bindQueue(queue, this.#liveExchange, type);
      await channel.consume(
        queue,
        (message) => {
          if (message === null) void channel.close().catch(() => undefined);
          else this.#hear(entry, message);
        },
        { noAck: true },
      );
      if (entry.hasListened) entry.onGap();
      entry.hasListened = true;
      entry.isListening = true;
    } catch (error) {
      if (this.#isClosing || entry.isStopped) return;
      this.#logger.error({ err: error }, 'cannot listen yet');
      entry.channel = undefined;
      this.#later(1_000, () => void this.#listen(model, entry));
    }
  }

  #hear(entry: Listener, message: ConsumeMessage): void {
    try {
      const event: WireEvent = JSON.parse(message.content.toString());
      entry.listener(event);
    } catch (error) {
      this.#logger.error(
        { err: error, messageId: message.properties.messageId },
        'an event was not understood',
      );
      entry.onGap();
    }
  }

  // Looking after queues

  async #withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const model = this.#consumeModel;
    if (model === undefined) throw new BusClosedError();
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  waiting(queue: string): Promise<number> {
    return this.#withChannel(async (channel) => (await channel.checkQueue(this.#name(queue))).messageCount);
  }

  async parked(queue: string, limit = 100): Promise<{ count: number; messages: ParkedMessage[] }> {
    const found = await this.#withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(this.#parked(queue));
      const messages: ParkedMessage[] = [];
      while (messages.length < Math.min(limit, messageCount)) {
        const message = await channel.get(this.#parked(queue));
        if (message === false) break;
        const { headers } = message.properties;
        messages.push({
          messageId: textOf(message.properties.messageId),
          reason: textOf(headers?.[reasonHeader]) ?? 'Given up by the broker after repeated crashes.',
          attempts: attemptOf(message),
          parkedAt: textOf(headers?.[parkedAtHeader]) ?? '',
          body: message.content.toString().slice(0, 10_000),
        });
      }
      // Nothing was acknowledged: closing the channel puts all of them back, in order.
      return { count: messageCount, messages };
    });
    if (found.messages.length > 0) await this.#untilBack(this.#parked(queue), found.count);
    return found;
  }

  /** Messages that were looked at are back in their queue a moment after the channel was closed; a replay needs them there. */
  #untilBack(name: string, count: number): Promise<void> {
    return this.#withChannel(async (channel) => {
      for (let look = 0; look < 50; look += 1) {
        if ((await channel.checkQueue(name)).messageCount >= count) return;
        await pause(20);
      }
    });
  }

  replay(queue: string): Promise<number> {
    return this.#withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(this.#parked(queue));
      let replayed = 0;
      while (replayed < messageCount) {
        const message = await channel.get(this.#parked(queue));
        if (message === false) break;
        await this.#sendTo('', this.#name(queue), message, { headers: { [attemptHeader]: 1 } });
        channel.ack(message);
        replayed += 1;
      }
      return replayed;
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(
      [...this.#consumers].map((consumer) => {
        consumer.isStopped = true;
        return this.#release(consumer);
      }),
    );
    for (const finish of this.#pending.values()) finish(new BusClosedError('The bus is closing.'));
    this.#channel = undefined;
    await Promise.allSettled(
      [this.#publishing, this.#consuming].map((one) => within(callLimitMs, one?.close())),
    );
  }
}

/**
 * Tells whether a fresh connection has ended. Until amqplib takes it over nobody listens on it, and a socket error
 * would end the process.
 */
function watch(model: ChannelModel, onClose: () => void): () => boolean {
  let isLost = false;
  model.on('error', () => undefined);
  model.on('close', () => {
    isLost = true;
    onClose();
  });
  return () => isLost;
}

async function within<T>(limitMs: number, work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new BusClosedError(`No answer from the broker within ${limitMs} ms.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(event: WireEvent): Options.Publish {
  return {
    persistent: true,
    contentType: 'application/json',
    messageId: event.eventId,
    type: event.type,
    timestamp: Math.floor(Date.parse(event.occurredAt) / 1000),
    headers: event.traceparent === undefined ? {} : { traceparent: event.traceparent },
  };
}

function attemptOf(message: ConsumeMessage | GetMessage): number {
  const value: unknown = message.properties.headers?.[attemptHeader];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 1;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Asks on a channel of its own, because the broker answers "no" by closing it. */
async function queueExists(model: ChannelModel, name: string): Promise<boolean> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    await channel.checkQueue(name);
    await channel.close();
    return true;
  } catch {
    return false;
  }
}
