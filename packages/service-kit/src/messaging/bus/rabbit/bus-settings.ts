import type { Logger } from '../../../observability/logger.ts';

export interface RabbitBusOptions {
  readonly url: string;
  /** In front of every exchange and queue name, so that test runs share a broker without meeting. */
  readonly prefix?: string;
  readonly service: string;
  readonly logger: Logger;
  /** A broker that says nothing for three times this long is taken for dead. */
  readonly heartbeatSeconds?: number;
  /** A publish without a confirm is failed after this long; its event stays in the outbox. */
  readonly confirmTimeoutMs?: number;
  /** A queue younger than about 0.6 s loses confirmed messages when the broker is killed: new ones wait this long. */
  readonly settleMs?: number;
  readonly reconnectMaxDelayMs?: number;
  /** Messages of one queue. At so many the broker takes no more for it, and publishers keep their events. */
  readonly maxQueueLength?: number;
  /**
   * Who takes which type of event: their queues are seen to before such an event goes out, and one that nobody takes needs no
   * queue. Unless given no queue is seen to, and every event needs one.
   */
  readonly eventConsumers?: Readonly<Record<string, readonly string[]>>;
}

/** The options with their defaults, and what things are called at the broker. */
export interface BusSettings extends Required<RabbitBusOptions> {
  /** Consumers' queues are bound to it. */
  readonly exchange: string;
  /** Instances that only listen have one of their own: their passing queues must not make an event look delivered. */
  readonly liveExchange: string;
  readonly queueName: (queue: string) => string;
  readonly parkedName: (queue: string) => string;
  /** Where a message of this service waits for its n-th repetition; exchange and queue alike. */
  readonly retryName: (step: number) => string;
}

export function busSettings(options: RabbitBusOptions): BusSettings {
  const prefix = options.prefix ?? '';
  return {
    heartbeatSeconds: 5,
    confirmTimeoutMs: 5_000,
    settleMs: 1_000,
    reconnectMaxDelayMs: 3_000,
    maxQueueLength: 500_000,
    eventConsumers: {},
    ...options,
    prefix,
    exchange: `${prefix}kinmel.events`,
    liveExchange: `${prefix}kinmel.events.live`,
    queueName: (queue) => `${prefix}${queue}`,
    parkedName: (queue) => `${prefix}${queue}.parked`,
    retryName: (step) => `${prefix}${options.service}.retry.${step}`,
  };
}
