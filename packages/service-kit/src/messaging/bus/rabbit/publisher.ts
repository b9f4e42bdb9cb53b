import { routingKeyOf } from '@kinmel/contracts';
import type { Options } from 'amqplib';
import { BusClosedError, UndeliveredError, UnroutableError, type WireEvent } from '../bus.ts';
import type { BrokerConnection, LastingChannel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { ConsumerQueues } from './consumer-queues.ts';
import { declareExchanges } from './declarations.ts';
import { propertiesOf, type ReceivedMessage } from './wire-message.ts';

/** A queue took no message: it is full, or it has lost its leader. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Publishes with confirms. Nothing is kept for a broker that is away: it rejects then, and the outbox keeps the event. */
export class Publisher {
  readonly #settings: BusSettings;
  readonly #connection: BrokerConnection;
  readonly #queues: ConsumerQueues;
  readonly #channel: LastingChannel;
  readonly #returned = new Set<string>();
  readonly #openListeners = new Set<() => void>();
  #sequence = 0;

  constructor(settings: BusSettings, connection: BrokerConnection) {
    this.#settings = settings;
    this.#connection = connection;
    this.#queues = new ConsumerQueues(settings, connection);
    connection.on('connect', () => this.#queues.forgetAll());
    connection.on('unblocked', () => this.#notifyOpen());
    this.#channel = connection.openChannel({
      name: 'publishing',
      confirm: true,
      setup: async (channel) => {
        channel.on('return', (message) => {
          const id: unknown = message.properties.correlationId;
          if (typeof id === 'string') this.#returned.add(id);
        });
        await declareExchanges(channel, settings);
        // When the set-up is over, as listeners publish at once.
        setImmediate(() => this.#notifyOpen());
      },
    });
  }

  get isConnected(): boolean {
    return this.#channel.current !== undefined;
  }

  get isOpen(): boolean {
    return this.isConnected && !this.#connection.isBlocked;
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
    if (this.#connection.model === undefined) return missing;
    const declared = queues.flatMap((queue) => {
      const underWay = this.#queues.ready(key, queue);
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
    if (this.#queues.accepted(queue)) this.#notifyOpen();
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

  /** Rejects what still waits for its confirm. */
  close(): Promise<void> {
    return this.#channel.close();
  }

  #notifyOpen(): void {
    if (!this.isOpen) return;
    for (const listener of this.#openListeners) listener();
  }

  #sendLive(event: WireEvent, body: Buffer): Promise<void> {
    const { liveExchange } = this.#settings;
    return this.#send(liveExchange, event.type, body, { ...propertiesOf(event), persistent: false });
  }

  async #send(exchange: string, key: string, body: Buffer, options: Options.Publish): Promise<void> {
    if (!this.isConnected) throw new BusClosedError();
    if (this.#connection.isBlocked) throw new BusClosedError('The broker takes no messages.');
    this.#sequence += 1;
    const correlationId = String(this.#sequence);
    try {
      await this.#channel.publish(exchange, key, body, { ...options, correlationId });
    } catch (error) {
      this.#returned.delete(correlationId);
      const reason = error instanceof Error ? error.message : 'unknown';
      // amqplib says by its words alone whether the broker refused the message or the channel was closed.
      if (reason === 'message nacked') throw new RefusedError('The broker refused the message.');
      throw new BusClosedError(`No confirm: ${reason}.`);
    }
    if (this.#returned.delete(correlationId)) throw new UnroutableError(key);
  }
}
