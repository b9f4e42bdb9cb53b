import { routingKeyOf } from '@kinmel/contracts';
import type { Options } from 'amqplib';
import { BusClosedError, UndeliveredError, UnroutableError, type WireEvent } from '../bus.ts';
import type { BrokerConnection, LastingChannel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { ConsumerQueues } from './consumer-queues.ts';
import { declareExchanges } from './declarations.ts';
import { propertiesOf, type ReceivedMessage } from './wire-message.ts';

/** A queue refused the message: it is full or has no leader. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Publishes with confirms. Without a connection it rejects; nothing is buffered, because the outbox keeps the event.
 */
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
        // After the setup, because listeners publish at once.
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
    // Consumers that are no longer in the contracts are skipped.
    const key = routingKeyOf(event);
    const queues = this.#queues.of(key).filter((queue) => onlyTo?.includes(queue) ?? true);
    const missing = await this.#missingOf(key, queues);
    const takeAll = queues.every((queue) => !missing.has(queue) && !this.#queues.isRefusing(queue));
    if (takeAll && onlyTo === undefined) {
      try {
        return await this.#sendToAll(event);
      } catch (error) {
        // A refusal by the exchange does not name the queue.
        if (!(error instanceof RefusedError) || queues.length === 0) throw error;
      }
    }
    const body = Buffer.from(JSON.stringify(event));
    if (onlyTo === undefined) await this.#sendLive(event, body);
    await this.#offerToEach(event, body, { queues, missing });
  }

  /**
   * The queues that cannot be declared, with the error. Waits only for unknown queues, so that events published
   * together stay together.
   */
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

  /** Publishes to each queue separately while one refuses, so that the others get the event once (decision 32). */
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
   * An event type without any consumer needs no queue (decision 26). A version without consumers, while another version
   * has some, is an omission.
   */
  #isForNobody({ type }: WireEvent): boolean {
    const keys = Object.keys(this.#settings.eventConsumers);
    return keys.length > 0 && !keys.some((key) => key === type || key.startsWith(`${type}.`));
  }

  announce(event: WireEvent): Promise<void> {
    return this.#sendLive(event, Buffer.from(JSON.stringify(event)));
  }

  /** Publishes a received message to another queue, for retries, parking and replays. */
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

  /** Rejects pending publishes. */
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
      // Only the message distinguishes a refusal from a closed channel.
      if (reason === 'message nacked') throw new RefusedError('The broker refused the message.');
      throw new BusClosedError(`No confirm: ${reason}.`);
    }
    if (this.#returned.delete(correlationId)) throw new UnroutableError(key);
  }
}
