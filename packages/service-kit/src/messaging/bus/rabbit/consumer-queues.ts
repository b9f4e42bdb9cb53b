import { setTimeout as pause } from 'node:timers/promises';
import { queueNameOf } from '../queue-name.ts';
import { type BrokerConnection, withinLimit } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { declareQueue, queueExists } from './declarations.ts';

/** How long a queue that was seen is taken to be there. */
const lookAgainMs = 60_000;
/** A queue that cannot be had is not asked about for every event; its events wait in the outbox. */
const afterFailureMs = 5_000;
/** A queue that refused an event is offered one again after this long; until then its events wait. */
const offerAgainMs = 1_000;

/**
 * The queues of those who take an event by contract, as its publisher sees to them: without it, an event that goes out
 * before its last consumer has ever run would be confirmed, because the others have it, and miss that one. It also knows which of
 * them take nothing at the moment.
 */
export class ConsumerQueues {
  readonly #settings: BusSettings;
  readonly #connection: BrokerConnection;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ready = new Set<string>();
  /** By queue, when it is offered an event again; by a clock that nobody sets. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(settings: BusSettings, connection: BrokerConnection) {
    this.#settings = settings;
    this.#connection = connection;
  }

  /** The queues that must have an event with this routing key; none when the contracts say nothing of it. */
  of(key: string): readonly string[] {
    return (this.#settings.eventConsumers[key] ?? []).map((service) => queueNameOf(service, key));
  }

  /** Undefined: it stands. Otherwise resolves when it does, and rejects when it cannot be had. */
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

  /** After it was found missing: it is declared anew before the next event. */
  forget(queue: string): void {
    this.#underWay.delete(queue);
    this.#ready.delete(queue);
  }

  /** After a lost connection: the broker that comes back may have lost what it had. */
  forgetAll(): void {
    this.#underWay.clear();
    this.#ready.clear();
  }

  /** It took no event when it was offered the last one. */
  isRefusing(queue: string): boolean {
    return this.#refusedUntil.has(queue);
  }

  /** Whether an event may be offered to it now: to one that refuses, one a second. */
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

  /** True when it had refused events before. */
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

  /** True when the queue was not there yet. One that is there belongs to its consumer, and is not declared. */
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
