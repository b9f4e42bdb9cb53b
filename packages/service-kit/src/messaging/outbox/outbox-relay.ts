import type mongoose from 'mongoose';
import { failpoint, failpointUnanswered } from '../../life-cycle/failpoint.ts';
import type { Logger } from '../../log/logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type Bus, UnroutableError } from '../bus/bus.ts';
import { Lease } from './lease.ts';
import { markFirst, markSent, type OutboxDocument, removeOldRows } from './sent-rows.ts';

/** A model whose schema has `outboxFields`. */
export interface OutboxModel {
  readonly collection: { readonly collectionName: string };
}

/** Whose events, and where they go. */
export interface OutboxOptions {
  readonly connection: mongoose.Connection;
  readonly models: readonly OutboxModel[];
  readonly bus: Bus;
  readonly logger: Logger;
  /** Differs between the instances of a service; names the holder of the lease. */
  readonly instanceId: string;
  readonly metrics?: Metrics | undefined;
}

export interface OutboxRelayOptions extends OutboxOptions {
  /** How often to look for events that nobody told of, in milliseconds: another instance saved them, and died. */
  readonly pollMs?: number;
  /**
   * Looks begin at least so many milliseconds apart: what many requests saved meanwhile is read, sent and marked
   * together, and whoever takes it can take it together. A lone event does not wait for others.
   */
  readonly gatherMs?: number;
  /** After this long without a sign of life another instance takes over. */
  readonly leaseMs?: number;
}

export interface OutboxRelay {
  start(): void;
  /** Call it after a save: what was saved goes out at once, and under load a moment later, together with others. */
  kick(): void;
  /** Call it after a write that may have left events: they go out a moment later, those of many writes together. */
  soon(): void;
  /** Resolves when the pass under way is over and the lease is given back. */
  stop(): Promise<void>;
}

interface PassResult {
  sent: number;
  waiting: number;
  /** Of those that wait: the broker did not take them. The others only have no listener. */
  failed: number;
  oldestMs: number | undefined;
}

const waitingFilter = { 'outbox.sentAt': { $type: 10 } };
const batchSize = 100;
const maxPauseMs = 5_000;
/** An event that nobody listens to is offered again after this long; until then it holds up no other event. */
const returnedPauseMs = 1_000;
/** What `soon` means, and the first pause after a failure. */
const shortPauseMs = 250;
/** How often rows are looked for that were sent long enough ago. */
const removeEveryMs = 60_000;

/**
 * Publishes the events that lie in documents and marks them sent once the broker has them. One instance does it at a
 * time, under a lease. An event can go out twice (a lost confirm, a takeover), never get lost: consumers remember.
 */
export function createOutboxRelay({
  connection,
  models,
  bus,
  logger,
  instanceId,
  metrics,
  pollMs = 1_000,
  gatherMs = 50,
  leaseMs = 10_000,
}: OutboxRelayOptions): OutboxRelay {
  const lease = new Lease(connection, 'outbox-relay', instanceId, leaseMs);
  const shortPause = Math.min(shortPauseMs, pollMs);
  let isRunning = false;
  let loop: Promise<void> | undefined;
  let failures = 0;
  let wake: (() => void) | undefined;
  let isKicked = false;
  /** Like the times below of `performance`: the clock of the machine may be set back. Undefined without the lease. */
  let renewedAt: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let removedAt = Number.NEGATIVE_INFINITY;
  const returnedUntil = new Map<string, number>();
  const returnedTypes = new Set<string>();

  function kick(): void {
    // While the broker is away a save must not turn the pauses into a hot loop.
    if (failures > 0 || isKicked) return;
    isKicked = true;
    wake?.();
  }

  let gathering: NodeJS.Timeout | undefined;
  function soon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      kick();
    }, shortPause);
  }

  bus.onOpen(() => {
    failures = 0;
    returnedUntil.clear();
    kick();
  });

  async function rest(ms: number): Promise<void> {
    if (!isKicked) await untilWoken(ms);
    if (isKicked) await untilWoken(lookedAt + gatherMs - performance.now());
  }

  /** A kick while events gather must not end the gathering: it wakes only a relay that nobody has kicked before. */
  async function untilWoken(ms: number): Promise<void> {
    if (!isRunning || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = undefined;
  }

  async function keepLease(): Promise<boolean> {
    if (renewedAt !== undefined && performance.now() - renewedAt < leaseMs / 3) return true;
    const isMine = await lease.acquire();
    renewedAt = isMine ? performance.now() : undefined;
    return isMine;
  }

  async function run(): Promise<void> {
    while (isRunning) {
      isKicked = false;
      lookedAt = performance.now();
      try {
        if (await keepLease()) {
          const { waiting, failed, oldestMs } = await pass();
          metrics?.outboxWaiting.set(waiting);
          metrics?.outboxOldestSeconds.set(oldestMs === undefined ? 0 : (Date.now() - oldestMs) / 1000);
          failures = failed > 0 ? failures + 1 : 0;
          if (failed > 0 && failures === 1) logger.warn({ waiting }, 'events wait for the broker');
          await removeOld();
        }
      } catch (error) {
        failures += 1;
        if (failures === 1 || failures % 20 === 0)
          logger.error({ err: error }, 'the outbox could not be read');
      }
      await rest(failures === 0 ? pollMs : Math.min(shortPause * 2 ** failures, maxPauseMs));
    }
  }

  const documentsOf = ({ collection }: OutboxModel) =>
    connection.getClient().db(connection.name).collection<OutboxDocument>(collection.collectionName);

  /** What has gathered for long goes a step at each look, so that events to be sent never wait for it. */
  async function removeOld(): Promise<void> {
    if (performance.now() - removedAt < removeEveryMs) return;
    try {
      const steps = await Promise.all(models.map((model) => removeOldRows(connection, documentsOf(model))));
      if (steps.includes(true)) return;
    } catch (error) {
      logger.warn({ err: error }, 'events that were sent long ago could not be removed');
    }
    removedAt = performance.now();
  }

  /** Documents, not their single events: what waits is many, and is not read only to be counted. */
  async function countWaiting(): Promise<number> {
    const counts = await Promise.all(
      models.map((model) => documentsOf(model).countDocuments(waitingFilter, { maxTimeMS: 5_000 })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * One look at all that waits. While the broker is away it ends after the first hundred documents: nothing would go out, and what
   * an outage of hours leaves is too much to be read every few seconds.
   */
  async function pass(): Promise<PassResult> {
    const result: PassResult = { sent: 0, waiting: 0, failed: 0, oldestMs: undefined };
    for (const [type, until] of returnedUntil) if (until <= performance.now()) returnedUntil.delete(type);
    for (const model of models) {
      const documents = documentsOf(model);
      const cursor = documents.find(waitingFilter, {
        projection: { outbox: 1 },
        batchSize,
        maxTimeMS: 5_000,
      });
      try {
        let batch: OutboxDocument[] = [];
        for await (const document of cursor) {
          batch.push(document);
          if (batch.length < batchSize) continue;
          await send(batch);
          batch = [];
          if (!isRunning || !(await keepLease())) return result;
          if (bus.state === 'closed') return { ...result, waiting: await countWaiting() };
        }
        await send(batch);
      } finally {
        await cursor.close();
      }

      async function send(batch: readonly OutboxDocument[]): Promise<void> {
        if (batch.length === 0) return;
        const published = await Promise.all(
          batch.map(async (document) => ({ document, eventIds: await publishWaiting(document) })),
        );
        const sent = published.filter(({ eventIds }) => eventIds.length > 0);
        if (sent.length === 0) return;
        failpoint('relay.after-publish');
        await documents.bulkWrite(
          sent.map(({ document, eventIds }) => ({
            updateOne: markFirst(document, eventIds) ?? {
              filter: { _id: document._id },
              update: markSent(eventIds),
            },
          })),
          { ordered: false },
        );
      }
    }
    return result;

    /** Hands all waiting events of one document over, in their order, without waiting in between. */
    async function publishWaiting({ outbox }: OutboxDocument): Promise<string[]> {
      const rows = outbox.filter((row) => row.sentAt === null);
      const results = await Promise.all(
        rows.map(async ({ event }) => {
          try {
            if (returnedUntil.has(event.type)) throw new UnroutableError(event.type);
            failpoint('relay.before-publish');
            const confirmed = bus.publish(event);
            // While there is no connection nothing was sent that could be answered.
            await (bus.state === 'open' ? failpointUnanswered('relay.unconfirmed', confirmed) : confirmed);
            metrics?.eventsPublished.inc({ type: event.type, outcome: 'confirmed' });
            return event.eventId;
          } catch (error) {
            const isReturned = error instanceof UnroutableError;
            if (!isReturned) {
              result.failed += 1;
              metrics?.eventsPublished.inc({ type: event.type, outcome: 'failed' });
            } else if (!returnedUntil.has(event.type)) {
              returnedUntil.set(event.type, performance.now() + returnedPauseMs);
              metrics?.eventsPublished.inc({ type: event.type, outcome: 'returned' });
              if (!returnedTypes.has(event.type))
                logger.warn({ type: event.type }, 'nobody takes this event yet; it is kept');
              returnedTypes.add(event.type);
            }
            result.waiting += 1;
            const occurredAt = Date.parse(event.occurredAt);
            result.oldestMs = Math.min(result.oldestMs ?? occurredAt, occurredAt);
            return undefined;
          }
        }),
      );
      const sent = results.filter((eventId) => eventId !== undefined);
      result.sent += sent.length;
      return sent;
    }
  }

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      loop = run();
    },
    kick,
    soon,
    async stop() {
      clearTimeout(gathering);
      isRunning = false;
      wake?.();
      await loop;
      if (renewedAt !== undefined) await lease.release().catch(() => undefined);
      renewedAt = undefined;
    },
  };
}
