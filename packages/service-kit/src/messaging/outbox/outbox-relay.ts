import { routingKeyOf } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { failpoint, failpointUnanswered } from '../../life-cycle/failpoint.ts';
import { planted } from '../../life-cycle/planted.ts';
import { databaseTime } from '../../mongo/database-time.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { personalDataOf } from '../../personal-data/personal-data.ts';
import { type Bus, UndeliveredError, UnroutableError, type WireEvent } from '../bus/bus.ts';
import { sentEventsKeptMs } from '../retention.ts';
import { createSlotLeases } from './lease.ts';
import { type OutboxRow, outboxOf } from './outbox.ts';

/** The outbox and the bus to which its events are published. */
export interface OutboxOptions {
  readonly connection: mongoose.Connection;
  readonly bus: Bus;
  readonly logger: Logger;
  /** Unique among the instances of a service; identifies the holder of a lease. */
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
  /** After this time without a renewal, other instances take over the slots. */
  readonly leaseMs?: number;
}

export type OutboxRelay = ReturnType<typeof createOutboxRelay>;

interface PassResult {
  sent: number;
  waiting: number;
  /** Waiting events that the broker did not accept. The others lack a consumer, or a single queue refused them. */
  failed: number;
  /** `occurredAt` of the oldest waiting event in epoch milliseconds; Infinity without one. */
  oldestMs: number;
}

const emptyPass = (): PassResult => ({ sent: 0, waiting: 0, failed: 0, oldestMs: Number.POSITIVE_INFINITY });

const waitingFilter = { sentAt: { $type: 'null' } } as const;
/** More slots than instances. */
const slotCount = 16;
/**
 * A filter of events by the slot of their aggregate. The database computes the hash, so that rows need no field for it;
 * an instance with all slots needs none. The remainder of a negative hash is negative.
 */
const inSlots = (slots: readonly number[]) =>
  slots.length === slotCount
    ? {}
    : {
        $expr: {
          $in: [
            { $mod: [{ $toHashedIndexKey: '$event.aggregateId' }, slotCount] },
            slots.flatMap((slot) => [slot, slot - slotCount]),
          ],
        },
      };
/** Events that no queue has accepted yet. */
const newEventsIn = (slots: readonly number[]) => ({
  ...waitingFilter,
  waitingFor: { $exists: false },
  ...inSlots(slots),
});
/** Events that are held for this queue, or for any queue. */
const heldEventsIn = (slots: readonly number[], queue?: string) => ({
  ...waitingFilter,
  waitingFor: queue ?? { $exists: true },
  ...inSlots(slots),
});
const batchSize = 100;
const maxPauseMs = 5_000;
/** Retry interval of an event without consumers, which does not delay other events. */
const unroutableRetryMs = 1_000;
/** The delay of `soon`, and the first pause after a failure. */
const shortPauseMs = 250;
/** Retry interval of held events. */
const heldRetryMs = 1_000;
/** Interval of the removal of data of old sent events. */
const removalIntervalMs = 60_000;

/**
 * Publishes the events of the outbox and marks them sent when the broker has confirmed them. Instances share the
 * aggregates by leased slots, so that each event has one sender and an aggregate keeps its order. Delivery is at least
 * once: an event may be sent twice after a lost confirm or a takeover, and the inbox ignores repeats. A sender that has
 * lost its lease without noticing changes no order: what it sends was unsent when it was read, so the next holder sends
 * it too, before any later event of the aggregate.
 */
export function createOutboxRelay({
  connection,
  bus,
  logger,
  instanceId,
  metrics,
  pollMs = 1_000,
  gatherMs = 50,
  leaseMs = 10_000,
}: OutboxRelayOptions) {
  const outbox = outboxOf(connection);
  const { openAll } = personalDataOf(connection);
  const lease = createSlotLeases(connection, 'outbox-relay', slotCount, instanceId, leaseMs);
  const shortPause = Math.min(shortPauseMs, pollMs);
  let isRunning = false;
  let loop: Promise<void> | undefined;
  let failures = 0;
  let wake: (() => void) | undefined;
  let isKicked = false;
  let slots: readonly number[] = [];
  /** From `performance.now()`, like the times below, because the system clock may be set back. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  let passStartedAt = Number.NEGATIVE_INFINITY;
  let heldPassStartedAt = Number.NEGATIVE_INFINITY;
  /** The held events of the last pass. */
  let heldResult = emptyPass();
  let dataRemovedAt = Number.NEGATIVE_INFINITY;
  const unroutableUntil = new Map<string, number>();
  const unroutableTypes = new Set<string>();

  function kick(): void {
    // While the broker is unavailable, saves must not shorten the backoff.
    if (failures > 0 || isKicked) return;
    isKicked = true;
    wake?.();
  }

  let kickTimer: NodeJS.Timeout | undefined;
  function soon(): void {
    kickTimer ??= setTimeout(() => {
      kickTimer = undefined;
      kick();
    }, shortPause);
  }

  bus.onOpen(() => {
    failures = 0;
    unroutableUntil.clear();
    heldPassStartedAt = Number.NEGATIVE_INFINITY;
    kick();
  });

  async function waitForNextPass(ms: number): Promise<void> {
    if (!isKicked) await waitForWake(ms);
    if (isKicked) await waitForWake(passStartedAt + gatherMs - performance.now());
  }

  /** `kick` calls `wake` only once per pass, so that further kicks do not end the gather interval. */
  async function waitForWake(ms: number): Promise<void> {
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

  /** Renews the slots of this instance. False when it does not hold all slots in `needed`, or none at all. */
  async function renewSlots(needed: readonly number[] = []): Promise<boolean> {
    const everyMs = slots.length > 0 ? leaseMs / 3 : Math.min(pollMs, leaseMs / 3);
    if (performance.now() - renewedAt >= everyMs) {
      slots = await lease.acquire();
      renewedAt = performance.now();
    }
    return slots.length > 0 && needed.every((slot) => slots.includes(slot));
  }

  async function run(): Promise<void> {
    while (isRunning) {
      isKicked = false;
      passStartedAt = performance.now();
      try {
        if (await renewSlots()) {
          const { waiting, failed, oldestMs } = await pass();
          await passHeld();
          metrics?.outboxWaiting.set(waiting + heldResult.waiting);
          const since = Math.min(oldestMs, heldResult.oldestMs);
          metrics?.outboxOldestSeconds.set(Math.max(0, (Date.now() - since) / 1000));
          failures = failed > 0 ? failures + 1 : 0;
          if (failed > 0 && failures === 1) logger.warn({ waiting }, 'events wait for the broker');
          if (slots.includes(0)) await removeOldData();
        } else {
          metrics?.outboxWaiting.set(0);
          metrics?.outboxOldestSeconds.set(0);
        }
      } catch (error) {
        failures += 1;
        if (failures === 1 || failures % 20 === 0)
          logger.error({ err: error }, 'the outbox could not be read');
      }
      await waitForNextPass(failures === 0 ? pollMs : Math.min(shortPause * 2 ** failures, maxPauseMs));
    }
  }

  async function removeOldData(): Promise<void> {
    if (performance.now() - dataRemovedAt < removalIntervalMs) return;
    dataRemovedAt = performance.now();
    try {
      const retentionMs = planted('outbox.purged-early') ? 0 : sentEventsKeptMs;
      const until = new Date((await databaseTime(connection)).getTime() - retentionMs);
      await outbox.updateMany(
        { sentAt: { $lt: until }, 'event.data': { $exists: true } },
        { $unset: { 'event.data': 1 } },
        { maxTimeMS: 5_000 },
      );
    } catch (error) {
      logger.warn({ err: error }, 'the data of old events could not be removed');
    }
  }

  const countWaiting = (filter: mongoose.mongo.Filter<OutboxRow>) =>
    outbox.countDocuments(filter, { maxTimeMS: 5_000 });

  /**
   * Sends all events that are not held. While the broker is unavailable it stops after a hundred events, because a
   * backlog of hours is too large to read every few seconds.
   */
  async function pass(): Promise<PassResult> {
    const result = emptyPass();
    for (const [key, until] of unroutableUntil) if (until <= performance.now()) unroutableUntil.delete(key);
    const passSlots = slots;
    const cursor = outbox.find(newEventsIn(passSlots), { batchSize, maxTimeMS: 5_000 });
    try {
      let batch: OutboxRow[] = [];
      for await (const row of cursor) {
        batch.push(row);
        if (batch.length < batchSize) continue;
        await send(batch, result);
        batch = [];
        if (!isRunning || !(await renewSlots(passSlots))) return result;
        if (bus.state === 'closed') return { ...result, waiting: await countWaiting(newEventsIn(passSlots)) };
      }
      await send(batch, result);
      return result;
    } finally {
      await cursor.close();
    }
  }

  /**
   * Retries held events once a second, queue by queue, and stops at the first refusal of each queue, so that a large
   * backlog does not delay the others.
   */
  async function passHeld(): Promise<void> {
    if (performance.now() - heldPassStartedAt < heldRetryMs || bus.state === 'closed') return;
    heldPassStartedAt = performance.now();
    const result = emptyPass();
    const queues = await outbox.distinct('waitingFor', heldEventsIn(slots), { maxTimeMS: 5_000 });
    for (const queue of queues) {
      for (let mayBeMore = true; mayBeMore && isRunning && (await renewSlots()); ) {
        const batch = await outbox
          .find(heldEventsIn(slots, String(queue)), { limit: batchSize, maxTimeMS: 5_000 })
          .toArray();
        const before = result.waiting;
        await send(batch, result);
        mayBeMore = batch.length === batchSize && result.waiting === before;
      }
    }
    heldResult =
      result.waiting === 0 ? result : { ...result, waiting: await countWaiting(heldEventsIn(slots)) };
  }

  /** Publishes rows in order without waiting for each confirm, and stores the outcome. */
  async function send(batch: readonly OutboxRow[], result: PassResult): Promise<void> {
    const sentIds: string[] = [];
    const undelivered: { readonly _id: string; readonly waitingFor: readonly string[] }[] = [];
    await Promise.all(
      (await openAll(batch)).map(async ({ _id, event, waitingFor }) => {
        try {
          if (unroutableUntil.has(routingKeyOf(event))) throw new UnroutableError(routingKeyOf(event));
          failpoint('relay.before-publish');
          const confirmed = bus.publish(event, waitingFor);
          // Without a connection, no event was sent that could be confirmed.
          await (bus.state === 'open' ? failpointUnanswered('relay.unconfirmed', confirmed) : confirmed);
          metrics?.eventsPublished.inc({ type: event.type, outcome: 'confirmed' });
          sentIds.push(_id);
        } catch (error) {
          noteWaiting(event, error, result);
          if (error instanceof UndeliveredError && error.waitingFor.length !== waitingFor?.length)
            undelivered.push({ _id, waitingFor: error.waitingFor });
        }
      }),
    );
    result.sent += sentIds.length;
    if (sentIds.length + undelivered.length > 0) failpoint('relay.after-publish');
    // Database time, which the reconciler and the removal of data use too.
    const sentFields = { sentAt: '$$NOW', event: { $ifNull: ['$keptAs', '$event'] } };
    // Updates only unmarked rows: another instance may have sent them meanwhile, whose time and content stay.
    if (sentIds.length > 0)
      await outbox.updateMany({ _id: { $in: sentIds }, ...waitingFilter }, [
        { $set: sentFields },
        { $unset: ['keptAs', 'waitingFor'] },
      ]);
    for (const { _id, waitingFor } of undelivered)
      await outbox.updateOne({ _id, ...waitingFilter }, { $set: { waitingFor } });
  }

  function noteWaiting(event: WireEvent, error: unknown, result: PassResult): void {
    const { type, occurredAt } = event;
    const key = routingKeyOf(event);
    if (error instanceof UndeliveredError) {
      metrics?.eventsPublished.inc({ type, outcome: 'undelivered' });
    } else if (!(error instanceof UnroutableError)) {
      result.failed += 1;
      metrics?.eventsPublished.inc({ type, outcome: 'failed' });
    } else if (!unroutableUntil.has(key)) {
      unroutableUntil.set(key, performance.now() + unroutableRetryMs);
      metrics?.eventsPublished.inc({ type, outcome: 'returned' });
      if (!unroutableTypes.has(key))
        logger.warn({ type: key }, 'no queue is bound for this event type yet; the event is kept');
      unroutableTypes.add(key);
    }
    result.waiting += 1;
    result.oldestMs = Math.min(result.oldestMs, Date.parse(occurredAt));
  }

  return {
    start(): void {
      if (isRunning) return;
      isRunning = true;
      loop = run();
    },
    /** Call it after a save. Events are sent at once, or in batches under load. */
    kick,
    /** Call it after a write that may have saved events. They are sent after a short delay, in one batch. */
    soon,
    /** Resolves when the current pass has ended and the lease is released. */
    async stop(): Promise<void> {
      clearTimeout(kickTimer);
      isRunning = false;
      wake?.();
      await loop;
      if (Number.isFinite(renewedAt)) await lease.release().catch(() => undefined);
      slots = [];
      renewedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
