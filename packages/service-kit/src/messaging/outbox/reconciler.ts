import { setTimeout as pause } from 'node:timers/promises';
import { routingKeyOf } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { repeat } from '../../life-cycle/repeat.ts';
import { databaseTime } from '../../mongo/database-time.ts';
import { type Stop, UndeliveredError, type WireEvent } from '../bus/bus.ts';
import { missingSchema, receiptMessage, receiptsAsked, receiptsMissing } from '../inbox/receipts.ts';
import { sentEventsKeptMs } from '../retention.ts';
import { Lease } from './lease.ts';
import type { OutboxRow } from './outbox.ts';
import type { OutboxOptions } from './outbox-relay.ts';

export interface ReconcilerOptions extends OutboxOptions {
  readonly everyMs?: number;
  /** Younger events may still be on their way or in a retry pause, so they are not asked about. */
  readonly graceMs?: number;
  /** How far back an ordinary run looks; every 60th run looks at all that the outbox keeps. */
  readonly windowMs?: number;
  /** How long consumers have to answer. */
  readonly answerWaitMs?: number;
  /** How many events are asked about together, and held in memory meanwhile. */
  readonly roundSize?: number;
}

export interface Reconciler {
  start(): Promise<void>;
  /** One comparison now; resolves with how many events were asked about and how many were sent again. */
  runOnce(options?: { readonly isFull?: boolean }): Promise<{ asked: number; republished: number }>;
  stop(): Promise<void>;
}

/** One question names so many events. */
const questionSize = 500;
/** So many events are asked about together: no more is held in memory, however many were sent. */
const defaultRoundSize = 5_000;

/** An event that was sent, by what finds it again: its content stays in the database until somebody misses it. */
interface SentEvent {
  readonly documentId: OutboxDocument['_id'];
  readonly collection: mongoose.mongo.Collection<OutboxDocument>;
  readonly eventId: string;
  /** Its routing key: consumers are asked of each version by itself. */
  readonly type: string;
}

interface OutboxDocument {
  readonly _id: mongoose.Types.ObjectId | string;
  readonly outbox: readonly OutboxRow[];
}

/** Of a row, what a question needs. */
interface RowIds {
  readonly sentAt: Date | null;
  readonly event: Pick<WireEvent, 'eventId' | 'type' | 'version'>;
}

/**
 * Closes the gap that broker confirms leave: compares what the outbox calls sent with what consumers have
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
  roundSize = defaultRoundSize,
}: ReconcilerOptions): Reconciler {
  const lease = new Lease(connection, 'reconciler', instanceId, everyMs * 2);
  /** The round under way, and which queue misses which of it. Answers to the questions of others are not ours to keep. */
  let asked: ReadonlyMap<string, SentEvent> = new Map();
  const missing = new Map<string, string>();
  let stopListening: Stop | undefined;
  let isStopping = false;
  let runs = 0;

  async function listen(): Promise<void> {
    stopListening ??= await bus.broadcast(
      [receiptsMissing],
      (event) => {
        const answer = missingSchema.safeParse(event.data);
        if (!answer.success) return;
        for (const eventId of answer.data.eventIds)
          if (asked.has(eventId)) missing.set(eventId, answer.data.queue);
      },
      () => undefined,
    );
  }

  /** The ids of what was sent in that time, a round at a time. */
  async function* sentRounds(since: Date, until: Date): AsyncGenerator<SentEvent[]> {
    let round: SentEvent[] = [];
    for (const model of models) {
      const collection = connection
        .getClient()
        .db(connection.name)
        .collection<OutboxDocument>(model.collection.collectionName);
      const cursor = collection.find<{ _id: OutboxDocument['_id']; outbox: readonly RowIds[] }>(
        { 'outbox.sentAt': { $gte: since } },
        {
          projection: {
            'outbox.sentAt': 1,
            'outbox.event.eventId': 1,
            'outbox.event.type': 1,
            'outbox.event.version': 1,
          },
          maxTimeMS: 10_000,
        },
      );
      try {
        for await (const { _id: documentId, outbox } of cursor) {
          for (const { event, sentAt } of outbox) {
            if (sentAt === null || sentAt < since || sentAt >= until) continue;
            round.push({ documentId, collection, eventId: event.eventId, type: routingKeyOf(event) });
          }
          // A document has 200 sent rows at most, so a round is hardly longer than it should be.
          if (round.length < roundSize) continue;
          yield round;
          round = [];
        }
      } finally {
        await cursor.close();
      }
    }
    if (round.length > 0) yield round;
  }

  async function runOnce({ isFull = false } = {}): Promise<{ asked: number; republished: number }> {
    await listen();
    const now = (await databaseTime(connection)).getTime();
    const result = { asked: 0, republished: 0 };
    const rounds = sentRounds(
      new Date(now - (isFull ? sentEventsKeptMs : windowMs + graceMs)),
      new Date(now - graceMs),
    );
    for await (const round of rounds) {
      result.asked += round.length;
      result.republished += await reconcile(round);
      if (isStopping) break;
    }
    return result;
  }

  /** Asks about a round and sends again what is missing of it; answers how many that were. */
  async function reconcile(round: readonly SentEvent[]): Promise<number> {
    missing.clear();
    asked = new Map(round.map((event) => [event.eventId, event]));
    try {
      for (const [type, ofType] of Map.groupBy(round, (event) => event.type)) {
        for (let from = 0; from < ofType.length; from += questionSize) {
          const eventIds = ofType.slice(from, from + questionSize).map((event) => event.eventId);
          await bus.announce(receiptMessage(receiptsAsked, { type, eventIds }));
        }
      }
      await pause(answerWaitMs);
      const lost = round.filter((event) => missing.has(event.eventId));
      if (lost.length === 0) return 0;
      const queues = [...new Set(lost.map((event) => missing.get(event.eventId)))];
      logger.warn({ count: lost.length, queues }, 'events never arrived and are sent again');
      for (const { documentId, collection, eventId } of lost) {
        const event = await eventOf(collection, documentId, eventId);
        // Gone since it was asked about: kept for long enough, or of a person who is forgotten.
        if (event !== undefined) await bus.publish(event).catch(ignoreUndelivered);
      }
      metrics?.eventsRepublished.inc(lost.length);
      return lost.length;
    } finally {
      asked = new Map();
    }
  }

  const ticks = repeat(
    everyMs,
    async () => {
      if (bus.state !== 'open' || !(await lease.acquire())) return;
      runs += 1;
      await runOnce({ isFull: runs % 60 === 1 });
    },
    (error) => logger.warn({ err: error }, 'events could not be reconciled'),
  );

  return {
    async start() {
      await listen();
      ticks.start();
    },
    runOnce,
    async stop() {
      isStopping = true;
      await ticks.stop();
      await stopListening?.();
      stopListening = undefined;
      await lease.release().catch(() => undefined);
    },
  };
}

/** Whose queue takes nothing is asked again, and the others have it. */
function ignoreUndelivered(error: unknown): void {
  if (!(error instanceof UndeliveredError)) throw error;
}

async function eventOf(
  collection: SentEvent['collection'],
  documentId: OutboxDocument['_id'],
  eventId: string,
): Promise<WireEvent | undefined> {
  const found = await collection.findOne(
    { _id: documentId },
    { projection: { _id: 0, outbox: { $elemMatch: { 'event.eventId': eventId } } }, maxTimeMS: 2_000 },
  );
  return found?.outbox?.[0]?.event;
}
