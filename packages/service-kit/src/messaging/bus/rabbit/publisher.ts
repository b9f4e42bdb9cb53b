import { routingKeyOf } from '@kinmel/contracts';
import type { ChannelModel, ConfirmChannel, Options, RecoveringChannelModel } from 'amqplib';
import { BusClosedError, UndeliveredError, UnroutableError, type WireEvent } from '../bus.ts';
import { callLimitMs, within } from './broker-calls.ts';
import { connectBroker, watchModel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import type { BusTimers } from './bus-timers.ts';
import { ConsumerQueues } from './consumer-queues.ts';
import { declareExchanges } from './declarations.ts';
import { propertiesOf, type ReceivedMessage } from './wire-message.ts';

/** A queue took no message: it is full, or it has lost its leader. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Sends with confirms, over a connection of its own: a broker that throttles publishers does not stop consumers. */
export class Publisher {
  readonly #settings: BusSettings;
  readonly #timers: BusTimers;
  readonly #queues: ConsumerQueues;
  readonly #pending = new Map<string, (error?: Error) => void>();
  readonly #returned = new Set<string>();
  readonly #openListeners = new Set<() => void>();
  #connection: RecoveringChannelModel | undefined;
  #model: ChannelModel | undefined;
  #channel: ConfirmChannel | undefined;
  #blocked: string | undefined;
  #sequence = 0;

  constructor(settings: BusSettings, timers: BusTimers) {
    this.#settings = settings;
    this.#timers = timers;
    this.#queues = new ConsumerQueues(settings, timers);
  }

  async start(): Promise<void> {
    this.#connection = await connectBroker(this.#settings, 'publishing', (model) => this.#prepare(model));
    this.#connection.on('blocked', (reason) => {
      this.#blocked = reason;
      this.#settings.logger.warn({ reason }, 'the broker takes no messages for now');
    });
    this.#connection.on('unblocked', () => {
      this.#blocked = undefined;
      this.#tellOpen();
    });
    this.#connection.on('disconnect', () => {
      this.#blocked = undefined;
    });
    this.#connection.on('connect', () => this.#tellOpen());
  }

  get isConnected(): boolean {
    return this.#channel !== undefined;
  }

  /** The broker is short of memory or disk and has told publishers to wait. */
  get isBlocked(): boolean {
    return this.#blocked !== undefined;
  }

  get isOpen(): boolean {
    return this.isConnected && !this.isBlocked;
  }

  onOpen(listener: () => void): void {
    this.#openListeners.add(listener);
  }

  async publish(event: WireEvent, onlyTo?: readonly string[]): Promise<void> {
    // A consumer that left the contracts meanwhile is waited for no more.
    const key = routingKeyOf(event);
    const queues = this.#queues.of(key).filter((queue) => onlyTo?.includes(queue) ?? true);
    const missing = await this.#missingOf(key, queues);
    const takeAll = queues.every((queue) => !missing.has(queue) && !this.#queues.isRefusing(queue));
    if (takeAll && onlyTo === undefined) {
      try {
        return await this.#sendToAll(event);
      } catch (error) {
        // By the exchange nobody learns whose queue it was that refused.
        if (!(error instanceof RefusedError) || queues.length === 0) throw error;
      }
    }
    const body = Buffer.from(JSON.stringify(event));
    if (onlyTo === undefined) await this.#sendLive(event, body);
    await this.#offerToEach(event, body, { queues, missing });
  }

  /** Of these queues those that cannot be had, and why. Waits only for what is not known yet: what is published together stays together. */
  async #missingOf(key: string, queues: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const missing = new Map<string, unknown>();
    const model = this.#model;
    if (model === undefined) return missing;
    const declared = queues.flatMap((queue) => {
      const underWay = this.#queues.ready(model, key, queue);
      return underWay === undefined ? [] : [underWay.catch((error: unknown) => missing.set(queue, error))];
    });
    if (declared.length > 0) await Promise.all(declared);
    return missing;
  }

  async #sendToAll(event: WireEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    const { exchange } = this.#settings;
    const mandatory = !this.#isForNobody(event);
    await this.#send(exchange, routingKeyOf(event), body, { ...propertiesOf(event), mandatory });
    await this.#sendLive(event, body);
  }

  /** While one queue takes nothing each is served for itself, so that the others get the event, once (decision 32). */
  async #offerToEach(
    event: WireEvent,
    body: Buffer,
    {
      queues,
      missing,
    }: { readonly queues: readonly string[]; readonly missing: ReadonlyMap<string, unknown> },
  ): Promise<void> {
    const refusals = new Map(missing);
    await Promise.all(
      queues.map(async (queue) => {
        if (refusals.has(queue)) return;
        try {
          await this.#offer(queue, event, body);
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          refusals.set(queue, error);
        }
      }),
    );
    const [reason] = refusals.values();
    if (refusals.size > 0) throw new UndeliveredError([...refusals.keys()], reason);
  }

  async #offer(queue: string, event: WireEvent, body: Buffer): Promise<void> {
    if (!this.#queues.mayBeOffered(queue)) throw new RefusedError('It took no event a moment ago.');
    const name = this.#settings.queueName(queue);
    try {
      await this.#send('', name, body, { ...propertiesOf(event), mandatory: true });
    } catch (error) {
      if (error instanceof RefusedError) this.#queues.refused(queue);
      if (!(error instanceof UnroutableError)) throw error;
      this.#queues.forget(queue);
      throw new RefusedError('It is not there.');
    }
    if (this.#queues.accepted(queue)) this.#tellOpen();
  }

  /**
   * By contract: such an event is done when it went out, or it would wait in its outbox for ever (decision 26). Not so one of which
   * another version is taken: its consumers were only forgotten.
   */
  #isForNobody({ type }: WireEvent): boolean {
    const keys = Object.keys(this.#settings.eventConsumers);
    return keys.length > 0 && !keys.some((key) => key === type || key.startsWith(`${type}.`));
  }

  announce(event: WireEvent): Promise<void> {
    return this.#sendLive(event, Buffer.from(JSON.stringify(event)));
  }

  /** A message that was received, sent on safely to where it belongs now: for retries, parking and replays. */
  passOn(exchange: string, key: string, message: ReceivedMessage, options: Options.Publish): Promise<void> {
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

  /** Fails what still waits for its confirm. */
  giveUp(): void {
    for (const finish of this.#pending.values()) finish(new BusClosedError('The bus is closing.'));
    this.#channel = undefined;
  }

  async close(): Promise<void> {
    await within(callLimitMs, this.#connection?.close());
  }

  #tellOpen(): void {
    if (!this.isOpen) return;
    for (const listener of this.#openListeners) listener();
  }

  async #prepare(model: ChannelModel): Promise<void> {
    const isLost = watchModel(model, () => {
      if (this.#model === model) this.#model = undefined;
    });
    this.#queues.forgetAll();
    this.#model = model;
    await this.#openChannel(model);
    if (isLost()) throw new BusClosedError('The connection was lost while it was prepared.');
  }

  async #openChannel(model: ChannelModel): Promise<void> {
    const { logger } = this.#settings;
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) => logger.error({ err: error }, 'publish channel error'));
    channel.on('return', (message) => {
      const id: unknown = message.properties.correlationId;
      if (typeof id === 'string') this.#returned.add(id);
    });
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      for (const finish of this.#pending.values())
        finish(new BusClosedError('The channel was closed before the confirm.'));
      this.#timers.later(500, () => {
        if (this.#model !== model || this.#channel !== undefined) return;
        this.#openChannel(model).then(
          () => this.#tellOpen(),
          (error: unknown) => logger.warn({ err: error }, 'no publish channel'),
        );
      });
    });
    await declareExchanges(channel, this.#settings);
    this.#channel = channel;
  }

  #sendLive(event: WireEvent, body: Buffer): Promise<void> {
    const { liveExchange } = this.#settings;
    return this.#send(liveExchange, event.type, body, { ...propertiesOf(event), persistent: false });
  }

  #send(exchange: string, key: string, body: Buffer, options: Options.Publish): Promise<void> {
    const { confirmTimeoutMs } = this.#settings;
    const channel = this.#channel;
    if (channel === undefined) return Promise.reject(new BusClosedError());
    if (this.isBlocked) return Promise.reject(new BusClosedError('The broker takes no messages.'));
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
        () => finish(new BusClosedError(`No confirm within ${confirmTimeoutMs} ms.`)),
        confirmTimeoutMs,
      );
      this.#pending.set(id, finish);
      try {
        channel.publish(exchange, key, body, { ...options, correlationId: id }, (error: unknown) => {
          if (error === null || error === undefined) finish();
          // amqplib says by its words alone whether the broker said no or the channel was closed.
          else if (error instanceof Error && error.message === 'message nacked')
            finish(new RefusedError('The broker refused the message.'));
          else finish(new BusClosedError('The channel was closed before the confirm.'));
        });
      } catch (error) {
        finish(error instanceof Error ? error : new BusClosedError());
      }
    });
  }
}
