import type { Logger } from '../../../observability/logger.ts';

export interface RabbitBusOptions {
  readonly url: string;
  /** Prefix of every exchange and queue, so that test runs can share a broker. */
  readonly prefix?: string;
  readonly service: string;
  readonly logger: Logger;
  /** A broker that is silent for three times this long is considered dead. */
  readonly heartbeatSeconds?: number;
  /** Time limit of a confirm; the event then stays in the outbox. */
  readonly confirmTimeoutMs?: number;
  /** Wait after declaring a queue: one younger than about 0.6 s loses confirmed messages when the broker is killed. */
  readonly settleMs?: number;
  readonly reconnectMaxDelayMs?: number;
  /** Length at which a queue refuses messages, which then stay in the outbox. */
  readonly maxQueueLength?: number;
  /**
   * Consumers by routing key: the publisher declares their queues, and an event without consumers needs no queue. When
   * missing, no queue is declared and every event needs one.
   */
  readonly eventConsumers?: Readonly<Record<string, readonly string[]>>;
}

/** The options with defaults and names. */
export interface BusSettings extends Required<RabbitBusOptions> {
  /** Bound to the queues of consumers. */
  readonly exchange: string;
  /** For listeners: their temporary queues must not make an event look delivered. */
  readonly liveExchange: string;
  readonly queueName: (queue: string) => string;
  readonly parkedName: (queue: string) => string;
  /** Exchange and queue of the n-th retry delay. */
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
