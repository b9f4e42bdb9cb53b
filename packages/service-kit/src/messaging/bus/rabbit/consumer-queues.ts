import { setTimeout as pause } from 'node:timers/promises';
import { queueNameOf } from '../bus.ts';
import { type BrokerConnection, withinLimit } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { declareQueue, queueExists } from './declarations.ts';

/** How long a queue is assumed to exist after it was seen. */
const recheckMs = 60_000;
/** Pause after a queue could not be declared; its events wait in the outbox. */
const declareRetryMs = 5_000;
/** Pause between events that are offered to a refusing queue. */
const offerIntervalMs = 1_000;

/**
 * The queues of an event's consumers, declared by the publisher: otherwise an event that is sent before a consumer has
 * ever run would be confirmed by the others and missed by that one. Also tracks which queues refuse messages.
 */
export function createConsumerQueues(settings: BusSettings, connection: BrokerConnection) {
  const { logger, eventConsumers } = settings;
  const declarations = new Map<string, Promise<void>>();
  const existingQueues = new Set<string>();
  /** The time of the next attempt by queue, monotonic. */
  const refusedUntil = new Map<string, number>();

  /** The queue is missing: it is declared again before the next event. */
  function forget(queue: string): void {
    declarations.delete(queue);
    existingQueues.delete(queue);
  }

  async function declare(key: string, queue: string): Promise<void> {
    const isNew = await withinLimit(settings.confirmTimeoutMs, bind(key, queue));
    if (isNew) await pause(settings.settleMs);
  }

  /** True when the queue did not exist. An existing queue belongs to its consumer and is not declared. */
  async function bind(key: string, queue: string): Promise<boolean> {
    const name = settings.queueName(queue);
    const exists = await queueExists(connection, name);
    await connection.withChannel(async (channel) => {
      if (!exists) await declareQueue(channel, settings, queue);
      await channel.bindQueue(name, settings.exchange, key);
    });
    return !exists;
  }

  return {
    forget,

    /** The queues that must receive an event with this routing key. */
    queuesFor: (key: string): readonly string[] =>
      (eventConsumers[key] ?? []).map((service) => queueNameOf(service, key)),

    /** Undefined when the queue exists. Otherwise resolves when it does, and rejects when it cannot be declared. */
    ensureDeclared(key: string, queue: string): Promise<void> | undefined {
      if (existingQueues.has(queue)) return undefined;
      const earlierDeclaration = declarations.get(queue);
      if (earlierDeclaration !== undefined) return earlierDeclaration;
      const declaring = declare(key, queue);
      declarations.set(queue, declaring);
      const forgetAfter = (ms: number) =>
        connection.schedule(ms, () => {
          if (declarations.get(queue) === declaring) forget(queue);
        });
      declaring.then(
        () => {
          if (declarations.get(queue) !== declaring) return;
          existingQueues.add(queue);
          forgetAfter(recheckMs);
        },
        (error: unknown) => {
          logger.warn({ err: error, queue }, 'events wait for the queue of a consumer');
          forgetAfter(declareRetryMs);
        },
      );
      return declaring;
    },

    /** Runs after a lost connection: a restarted broker may have lost its queues. */
    forgetAll(): void {
      declarations.clear();
      existingQueues.clear();
    },

    /** The queue refused the last event. */
    isRefusing: (queue: string): boolean => refusedUntil.has(queue),

    /** Whether an event may be offered now: one a second to a refusing queue. */
    mayBeOffered(queue: string): boolean {
      const until = refusedUntil.get(queue);
      if (until === undefined) return true;
      if (until > performance.now()) return false;
      refusedUntil.set(queue, performance.now() + offerIntervalMs);
      return true;
    },

    noteRefusal(queue: string): void {
      if (!refusedUntil.has(queue))
        logger.error({ queue }, 'the queue of a consumer refuses events; they wait in the outbox');
      refusedUntil.set(queue, performance.now() + offerIntervalMs);
    },

    /** True when the queue had refused events before. */
    noteAccepted(queue: string): boolean {
      const hadRefused = refusedUntil.delete(queue);
      if (hadRefused) logger.info({ queue }, 'the queue of a consumer accepts events again');
      return hadRefused;
    },
  };
}
