import { setTimeout as pause } from 'node:timers/promises';
import { queueNameOf } from '../queue-name.ts';
import { type BrokerConnection, withinLimit } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { declareQueue, queueExists } from './declarations.ts';

/** How long a queue is assumed to exist after it was seen. */
const lookAgainMs = 60_000;
/** Pause after a queue could not be declared; its events wait in the outbox. */
const afterFailureMs = 5_000;
/** Pause between events that are offered to a refusing queue. */
const offerAgainMs = 1_000;

/**
 * The queues of an event's consumers, declared by the publisher: otherwise an event that is sent before a consumer has
 * ever run would be confirmed by the others and missed by that one. Also tracks which queues refuse messages.
 */
export class ConsumerQueues {
  readonly #settings: BusSettings;
  readonly #connection: BrokerConnection;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ready = new Set<string>();
  /** By queue, the time of the next offer, monotonic. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(settings: BusSettings, connection: BrokerConnection) {
    this.#settings = settings;
    this.#connection = connection;
  }

  /** The queues that must receive an event with this routing key. */
  of(key: string): readonly string[] {
    return (this.#settings.eventConsumers[key] ?? []).map((service) => queueNameOf(service, key));
  }

  /** Undefined when the queue exists. Otherwise resolves when it does, and rejects when it cannot be declared. */
  ready(key: string, queue: string): Promise<void> | undefined {
    if (this.#ready.has(queue)) return undefined;
    const known = this.#underWay.get(queue);
    if (known !== undefined) return known;
    const underWay = this.#declare(key, queue);
    this.#underWay.set(queue, underWay);
    const forgetAfter = (ms: number) =>
      this.#connection.later(ms, () => {
        if (this.#underWay.get(queue) === underWay) this.forget(queue);
      });
    underWay.then(
      () => {
        if (this.#underWay.get(queue) !== underWay) return;
        this.#ready.add(queue);
        forgetAfter(lookAgainMs);
      },
      (error: unknown) => {
        this.#settings.logger.error({ err: error, queue }, 'events wait for the queue of a consumer');
        forgetAfter(afterFailureMs);
      },
    );
    return underWay;
  }

  /** The queue is missing: it is declared again before the next event. */
  forget(queue: string): void {
    this.#underWay.delete(queue);
    this.#ready.delete(queue);
  }

  /** After a lost connection: a restarted broker may have lost its queues. */
  forgetAll(): void {
    this.#underWay.clear();
    this.#ready.clear();
  }

  /** The queue refused the last event. */
  isRefusing(queue: string): boolean {
    return this.#refusedUntil.has(queue);
  }

  /** Whether an event may be offered now: one a second to a refusing queue. */
  mayBeOffered(queue: string): boolean {
    const refusedUntil = this.#refusedUntil.get(queue);
    if (refusedUntil === undefined) return true;
    if (refusedUntil > performance.now()) return false;
    this.#refusedUntil.set(queue, performance.now() + offerAgainMs);
    return true;
  }

  refused(queue: string): void {
    if (!this.isRefusing(queue))
      this.#settings.logger.error({ queue }, 'the queue of a consumer takes nothing more; its events wait');
    this.#refusedUntil.set(queue, performance.now() + offerAgainMs);
  }

  /** True when the queue had refused events before. */
  accepted(queue: string): boolean {
    const hadRefused = this.#refusedUntil.delete(queue);
    if (hadRefused) this.#settings.logger.info({ queue }, 'the queue of a consumer takes events again');
    return hadRefused;
  }

  async #declare(key: string, queue: string): Promise<void> {
    const { confirmTimeoutMs, settleMs } = this.#settings;
    const isNew = await withinLimit(confirmTimeoutMs, this.#bind(key, queue));
    if (isNew) await pause(settleMs);
  }

  /** True when the queue did not exist. An existing queue belongs to its consumer and is not declared. */
  async #bind(key: string, queue: string): Promise<boolean> {
    const { exchange, queueName } = this.#settings;
    const isThere = await queueExists(this.#connection, queueName(queue));
    await this.#connection.withChannel(async (channel) => {
      if (!isThere) await declareQueue(channel, this.#settings, queue);
      await channel.bindQueue(queueName(queue), exchange, key);
    });
    return !isThere;
  }
}
