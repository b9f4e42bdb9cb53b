import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';
import { queueNameOf } from '../queue-name.ts';
import { within } from './broker-calls.ts';
import type { BusSettings } from './bus-settings.ts';
import type { BusTimers } from './bus-timers.ts';
import { declareQueue, queueExists } from './declarations.ts';

/** How long a queue that was seen is taken to be there. */
const lookAgainMs = 60_000;
/** A queue that cannot be had is not asked about for every event; its events wait in the outbox. */
const afterFailureMs = 5_000;

/**
 * The queues of those who take an event by contract, as its publisher sees to them: without it, an event that goes out
 * before its last consumer has ever run would be confirmed, because the others have it, and miss that one.
 */
export class ConsumerQueues {
  readonly #settings: BusSettings;
  readonly #timers: BusTimers;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #ready = new Set<string>();

  constructor(settings: BusSettings, timers: BusTimers) {
    this.#settings = settings;
    this.#timers = timers;
  }

  /**
   * Undefined: all stand. Otherwise resolves when they do, and rejects when one of them cannot be had: then the event
   * must not count as delivered.
   */
  ready(model: ChannelModel, type: string): Promise<void> | undefined {
    if (this.#ready.has(type)) return undefined;
    const services = this.#settings.eventConsumers[type];
    if (services === undefined) return undefined;
    const known = this.#underWay.get(type);
    if (known !== undefined) return known;
    const underWay = this.#declare(model, type, services);
    this.#underWay.set(type, underWay);
    const forgetAfter = (ms: number) =>
      this.#timers.later(ms, () => {
        if (this.#underWay.get(type) === underWay) this.#forget(type);
      });
    underWay.then(
      () => {
        if (this.#underWay.get(type) !== underWay) return;
        this.#ready.add(type);
        forgetAfter(lookAgainMs);
      },
      (error: unknown) => {
        this.#settings.logger.error({ err: error, type }, 'an event waits for the queue of a consumer');
        forgetAfter(afterFailureMs);
      },
    );
    return underWay;
  }

  /** After a lost connection: the broker that comes back may have lost what it had. */
  forgetAll(): void {
    this.#underWay.clear();
    this.#ready.clear();
  }

  #forget(type: string): void {
    this.#underWay.delete(type);
    this.#ready.delete(type);
  }

  async #declare(model: ChannelModel, type: string, services: readonly string[]): Promise<void> {
    const { confirmTimeoutMs, settleMs } = this.#settings;
    const queues = services.map((service) => queueNameOf(service, type));
    const areNew = await within(
      confirmTimeoutMs,
      Promise.all(queues.map((queue) => this.#bind(model, type, queue))),
    );
    if (areNew?.includes(true)) await pause(settleMs);
  }

  /** True when the queue was not there yet. One that is there is taken as it is: it belongs to its consumer. */
  async #bind(model: ChannelModel, type: string, queue: string): Promise<boolean> {
    const { exchange, queueName } = this.#settings;
    const isThere = await queueExists(model, queueName(queue));
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    try {
      if (!isThere) await declareQueue(channel, this.#settings, queue);
      await channel.bindQueue(queueName(queue), exchange, type);
      return !isThere;
    } finally {
      channel.close().catch(() => undefined);
    }
  }
}
