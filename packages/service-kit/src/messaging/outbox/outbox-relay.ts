import { routingKeyOf } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { failpoint, failpointUnanswered } from '../../life-cycle/failpoint.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { type Bus, UndeliveredError, UnroutableError, type WireEvent } from '../bus/bus.ts';
import { Lease } from './lease.ts';
import type { OutboxRow } from './outbox.ts';
import { markFirst, markHeld, markSent, type OutboxDocument, removeOldRows } from './sent-rows.ts';

/** A model whose schema has `outboxFields`. */
export interface OutboxModel {
  readonly collection: { readonly collectionName: string };
}

/** The models whose events are published, and the bus. */
export interface OutboxOptions {
  readonly connection: mongoose.Connection;
  readonly models: readonly OutboxModel[];
  readonly bus: Bus;
  readonly logger: Logger;
  /** Unique among the instances of a service; identifies the holder of the lease. */
  readonly instanceId: string;
  readonly metrics?: Metrics | undefined;
}

export interface OutboxRelayOptions extends OutboxOptions {
  /** Polling interval in milliseconds, for events of instances that crashed before sending them. */
  readonly pollMs?: number;
  /**
   * Minimum time between two passes in milliseconds, so that events of concurrent requests are read, sent and marked in
   * one batch. A single event is not delayed.
   */
  readonly gatherMs?: number;
  /** Another instance takes over when the lease was not renewed for this long. */
  readonly leaseMs?: number;
}

export interface OutboxRelay {
  start(): void;
  /** Call it after a save: events are sent at once, or batched under load. */
  kick(): void;
  /** Call it after a write that may have saved events: they are sent after a short delay, in one batch. */
  soon(): void;
  /** Resolves when the current pass has ended and the lease is released. */
  stop(): Promise<void>;
}

interface Published {
  readonly sent: string[];
  /** By event id, the only queues that did not accept it. */
  readonly held: Map<string, readonly string[]>;
}

interface PassResult {
  sent: number;
  waiting: number;
  /** Waiting events that the broker did not accept. The others lack a consumer, or a single queue refused them. */
  failed: number;
  /** Age reference: `occurredAt` of the oldest waiting event in epoch milliseconds; Infinity without one. */
  oldestMs: number;
}

const nothing = (): PassResult => ({ sent: 0, waiting: 0, failed: 0, oldestMs: Number.POSITIVE_INFINITY });

const waitingFilter = { 'outbox.sentAt': { $type: 10 } };
/** Documents with an event that no queue has received yet. */
const freshFilter = {
  ...waitingFilter,
  outbox: { $elemMatch: { sentAt: { $type: 10 }, waitingFor: { $exists: false } } },
};
/** Documents with an event that is held for this queue, or for any queue. */
const heldFilter = (queue?: string) => ({
  ...waitingFilter,
  outbox: { $elemMatch: { sentAt: { $type: 10 }, waitingFor: queue ?? { $exists: true } } },
});
const batchSize = 100;
const maxPauseMs = 5_000;
/** Retry interval of an event without consumers, which does not delay other events. */
const returnedPauseMs = 1_000;
/** The delay of `soon`, and the first pause after a failure. */
const shortPauseMs = 250;
/** Retry interval of held events. */
const heldEveryMs = 1_000;
/** Interval of the removal of old sent rows. */
const removeEveryMs = 60_000;

/**
 * Publishes the events in the outboxes and marks them sent when the broker has confirmed them. A lease limits it to one
 * instance at a time. Delivery is at least once: an event may be sent twice after a lost confirm or a takeover, and the
 * inbox ignores repeats.
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
  /**
   * From `performance.now()`, like the times below, because the machine's clock may be set back. Undefined without the
   * lease.
   */
  let renewedAt: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let heldLookedAt = Number.NEGATIVE_INFINITY;
  /** Held events of the last pass. */
  let held = nothing();
  let removedAt = Number.NEGATIVE_INFINITY;
  const returnedUntil = new Map<string, number>();
  const returnedTypes = new Set<string>();

  function kick(): void {
    // While the broker is unavailable, saves must not shorten the backoff.
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
    heldLookedAt = Number.NEGATIVE_INFINITY;
    kick();
  });

  async function rest(ms: number): Promise<void> {
    if (!isKicked) await untilWoken(ms);
    if (isKicked) await untilWoken(lookedAt + gatherMs - performance.now());
  }

  /** `kick` calls `wake` only once per pass, so that further kicks do not end the gather interval. */
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
          await passHeld();
          metrics?.outboxWaiting.set(waiting + held.waiting);
          const since = Math.min(oldestMs, held.oldestMs);
          metrics?.outboxOldestSeconds.set(Math.max(0, (Date.now() - since) / 1000));
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

  /** Removes one batch per pass, so that a backlog does not delay sending. */
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

  /** Counts documents rather than events, which would have to be read. */
  async function countWaiting(filter: mongoose.mongo.Filter<OutboxDocument>): Promise<number> {
    const counts = await Promise.all(
      models.map((model) => documentsOf(model).countDocuments(filter, { maxTimeMS: 5_000 })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Sends all events that are not held. While the broker is unavailable it stops after a hundred documents, because a
   * backlog of hours is too large to read every few seconds.
   */
  async function pass(): Promise<PassResult> {
    const result = nothing();
    for (const [key, until] of returnedUntil) if (until <= performance.now()) returnedUntil.delete(key);
    for (const model of models) {
      const documents = documentsOf(model);
      const cursor = documents.find(freshFilter, {
        projection: { outbox: 1 },
        batchSize,
        maxTimeMS: 5_000,
      });
      const isFresh = (row: OutboxRow) => row.waitingFor === undefined;
      try {
        let batch: OutboxDocument[] = [];
        for await (const document of cursor) {
          batch.push(document);
          if (batch.length < batchSize) continue;
          await send(documents, batch, isFresh, result);
          batch = [];
          if (!isRunning || !(await keepLease())) return result;
          if (bus.state === 'closed') return { ...result, waiting: await countWaiting(freshFilter) };
        }
        await send(documents, batch, isFresh, result);
      } finally {
        await cursor.close();
      }
    }
    return result;
  }

  /**
   * Retries held events once a second, queue by queue, and stops at the first refusal of each queue, so that a large
   * backlog does not delay the others.
   */
  async function passHeld(): Promise<void> {
    if (performance.now() - heldLookedAt < heldEveryMs || bus.state === 'closed') return;
    heldLookedAt = performance.now();
    const result = nothing();
    for (const model of models) {
      const documents = documentsOf(model);
      const queues = await documents.distinct('outbox.waitingFor', heldFilter(), { maxTimeMS: 5_000 });
      for (const queue of queues) {
        const options = { projection: { outbox: 1 }, limit: batchSize, maxTimeMS: 5_000 };
        for (let mayBeMore = true; mayBeMore && isRunning && (await keepLease()); ) {
          const batch = await documents.find(heldFilter(queue), options).toArray();
          const before = result.waiting;
          await send(documents, batch, (row) => row.waitingFor?.includes(queue) === true, result);
          mayBeMore = batch.length === batchSize && result.waiting === before;
        }
      }
    }
    held = result.waiting === 0 ? result : { ...result, waiting: await countWaiting(heldFilter()) };
  }

  /** Publishes the chosen waiting rows of these documents, and stores the outcome. */
  async function send(
    documents: mongoose.mongo.Collection<OutboxDocument>,
    batch: readonly OutboxDocument[],
    isChosen: (row: OutboxRow) => boolean,
    result: PassResult,
  ): Promise<void> {
    if (batch.length === 0) return;
    const tried = await Promise.all(
      batch.map(async (document) => {
        const rows = document.outbox.filter((row) => row.sentAt === null && isChosen(row));
        return { document, ...(await publish(rows, result)) };
      }),
    );
    const marks = tried.flatMap(({ document, sent, held }) => [
      ...(sent.length === 0
        ? []
        : [markFirst(document, sent) ?? { filter: { _id: document._id }, update: markSent(sent) }]),
      ...Array.from(held, ([eventId, waitingFor]) => markHeld(document, eventId, waitingFor)),
    ]);
    if (marks.length === 0) return;
    failpoint('relay.after-publish');
    await documents.bulkWrite(
      marks.map((updateOne) => ({ updateOne })),
      { ordered: false },
    );
  }

  /** Publishes the events of one document in order, without waiting for each confirm. */
  async function publish(rows: readonly OutboxRow[], result: PassResult): Promise<Published> {
    const published: Published = { sent: [], held: new Map() };
    await Promise.all(
      rows.map(async ({ event, waitingFor }) => {
        try {
          if (returnedUntil.has(routingKeyOf(event))) throw new UnroutableError(routingKeyOf(event));
          failpoint('relay.before-publish');
          const confirmed = bus.publish(event, waitingFor);
          // Without a connection nothing was sent that could be confirmed.
          await (bus.state === 'open' ? failpointUnanswered('relay.unconfirmed', confirmed) : confirmed);
          metrics?.eventsPublished.inc({ type: event.type, outcome: 'confirmed' });
          published.sent.push(event.eventId);
        } catch (error) {
          keepWaiting(event, error, result);
          if (error instanceof UndeliveredError && error.waitingFor.length !== waitingFor?.length)
            published.held.set(event.eventId, error.waitingFor);
        }
      }),
    );
    result.sent += published.sent.length;
    return published;
  }

  function keepWaiting(event: WireEvent, error: unknown, result: PassResult): void {
    const { type, occurredAt } = event;
    const key = routingKeyOf(event);
    if (error instanceof UndeliveredError) {
      metrics?.eventsPublished.inc({ type, outcome: 'undelivered' });
    } else if (!(error instanceof UnroutableError)) {
      result.failed += 1;
      metrics?.eventsPublished.inc({ type, outcome: 'failed' });
    } else if (!returnedUntil.has(key)) {
      returnedUntil.set(key, performance.now() + returnedPauseMs);
      metrics?.eventsPublished.inc({ type, outcome: 'returned' });
      if (!returnedTypes.has(key))
        logger.warn({ type: key }, 'no queue is bound for this event type yet; the event is kept');
      returnedTypes.add(key);
    }
    result.waiting += 1;
    result.oldestMs = Math.min(result.oldestMs, Date.parse(occurredAt));
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
