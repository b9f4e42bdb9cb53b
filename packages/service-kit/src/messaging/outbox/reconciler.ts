import { setTimeout as pause } from 'node:timers/promises';
import type { Stop, WireEvent } from '../bus/bus.ts';
import { missingSchema, receiptMessage, receiptsAsked, receiptsMissing } from '../inbox/receipts.ts';
import { Lease } from './lease.ts';
import { keepSentMs, type OutboxRow } from './outbox.ts';
import type { OutboxOptions } from './outbox-relay.ts';

export interface ReconcilerOptions extends OutboxOptions {
  readonly everyMs?: number;
  /** Younger events may still be on their way or in a retry pause, so they are not asked about. */
  readonly graceMs?: number;
  /** How far back an ordinary run looks; every 60th run looks at all that the outbox keeps. */
  readonly windowMs?: number;
  /** How long consumers have to answer. */
  readonly answerWaitMs?: number;
}

export interface Reconciler {
  start(): Promise<void>;
  /** One comparison now; resolves with how many events were asked about and how many were sent again. */
  runOnce(options?: { readonly isFull?: boolean }): Promise<{ asked: number; republished: number }>;
  stop(): Promise<void>;
}

const chunkSize = 500;

/**
 * Closes the gap that broker confirms leave (M-4): compares what the outbox calls sent with what consumers have
 * received, by asking them over the bus, and publishes again what somebody misses. No database of another service is
 * read, and what was not lost costs nothing but the question.
 */
export function createReconciler({
  connection,
  models,
  bus,
  logger,
  instanceId,
  metrics,
  everyMs = 60_000,
  graceMs = 60_000,
  windowMs = 10 * 60_000,
  answerWaitMs = 2_000,
}: ReconcilerOptions): Reconciler {
  const lease = new Lease(connection, 'reconciler', instanceId, everyMs * 2);
  const missing = new Map<string, string>();
  let stopListening: Stop | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  let runs = 0;

  async function listen(): Promise<void> {
    stopListening ??= await bus.broadcast(
      [receiptsMissing],
      (event) => {
        const answer = missingSchema.safeParse(event.data);
        if (!answer.success) return;
        for (const eventId of answer.data.eventIds) missing.set(eventId, answer.data.queue);
      },
      () => undefined,
    );
  }

  async function sentEvents(since: Date, until: Date): Promise<WireEvent[]> {
    const found: WireEvent[] = [];
    for (const model of models) {
      const cursor = connection
        .getClient()
        .db(connection.name)
        .collection<{ outbox: OutboxRow[] }>(model.collection.collectionName)
        .find({ 'outbox.sentAt': { $gte: since } }, { projection: { _id: 0, outbox: 1 }, maxTimeMS: 10_000 });
      for await (const { outbox } of cursor) {
        for (const { event, sentAt } of outbox) {
          if (sentAt !== null && sentAt >= since && sentAt < until) found.push(event);
        }
      }
    }
    return found;
  }

  async function runOnce({ isFull = false } = {}): Promise<{ asked: number; republished: number }> {
    await listen();
    const now = Date.now();
    const events = await sentEvents(
      new Date(now - (isFull ? keepSentMs : windowMs + graceMs)),
      new Date(now - graceMs),
    );
    if (events.length === 0) return { asked: 0, republished: 0 };
    missing.clear();
    for (const [type, ofType] of Map.groupBy(events, (event) => event.type)) {
      for (let from = 0; from < ofType.length; from += chunkSize) {
        const eventIds = ofType.slice(from, from + chunkSize).map((event) => event.eventId);
        await bus.announce(receiptMessage(receiptsAsked, { type, eventIds }));
      }
    }
    await pause(answerWaitMs);
    const again = events.filter((event) => missing.has(event.eventId));
    if (again.length > 0) {
      const queues = [...new Set(again.map((event) => missing.get(event.eventId)))];
      logger.warn({ count: again.length, queues }, 'events never arrived and are sent again');
      await Promise.all(again.map((event) => bus.publish(event)));
      metrics?.eventsRepublished.inc(again.length);
    }
    return { asked: events.length, republished: again.length };
  }

  async function tick(): Promise<void> {
    try {
      if (bus.state === 'open' && (await lease.acquire())) {
        runs += 1;
        await runOnce({ isFull: runs % 60 === 1 });
      }
    } catch (error) {
      logger.warn({ err: error }, 'events could not be reconciled');
    }
  }

  return {
    async start() {
      await listen();
      timer = setInterval(() => {
        underWay = underWay.then(tick);
      }, everyMs);
      timer.unref();
    },
    runOnce,
    async stop() {
      clearInterval(timer);
      await underWay;
      await stopListening?.();
      stopListening = undefined;
      await lease.release().catch(() => undefined);
    },
  };
}
