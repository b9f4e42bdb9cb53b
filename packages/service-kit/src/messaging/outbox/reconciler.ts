import { setTimeout as pause } from 'node:timers/promises';
import { routingKeyOf } from '@kinmel/contracts';
import { planted } from '../../life-cycle/planted.ts';
import { repeat } from '../../life-cycle/repeat.ts';
import { databaseTime } from '../../mongo/database-time.ts';
import { personalDataOf } from '../../personal-data/personal-data.ts';
import { type Stop, UndeliveredError } from '../bus/bus.ts';
import { answerSchema, receiptMessage, receiptsAsked, receiptsMissing } from '../inbox/receipts.ts';
import { sentEventsKeptMs } from '../retention.ts';
import { createLease } from './lease.ts';
import { outboxOf } from './outbox.ts';
import type { OutboxOptions } from './outbox-relay.ts';

export interface ReconcilerOptions extends OutboxOptions {
  /** Younger events may still be in transit or in a retry delay, so they are not checked. */
  readonly graceMs?: number;
  /** Time limit for the answers of consumers. */
  readonly answerWaitMs?: number;
  /** Number of events that are checked together and held in memory. */
  readonly roundSize?: number;
}

const intervalMs = 60_000;
/** The period that an ordinary run checks; every 60th run checks the whole outbox. */
const windowMs = 10 * 60_000;
/** Maximum number of events per question. */
const questionSize = 500;
/** Bounds memory for any number of sent events. */
const defaultRoundSize = 5_000;

/** A sent event without its content, which is loaded only when a consumer has missed it. */
interface SentEvent {
  readonly eventId: string;
  /** The routing key, because each version has its own consumers. */
  readonly type: string;
}

/**
 * Covers losses after a broker confirm: asks the consumers over the bus which sent events they have not received, and
 * publishes those again. It reads no other service's database.
 */
export function createReconciler({
  connection,
  bus,
  logger,
  instanceId,
  metrics,
  graceMs = 60_000,
  answerWaitMs = 2_000,
  roundSize = defaultRoundSize,
}: ReconcilerOptions) {
  const outbox = outboxOf(connection);
  const { open } = personalDataOf(connection);
  const lease = createLease(connection, 'reconciler', instanceId, intervalMs * 2);
  /** The events of the current run; answers to questions of other instances are ignored. */
  let eventsInQuestion: ReadonlyMap<string, SentEvent> = new Map();
  const missing = new Map<string, string>();
  let stopListening: Stop | undefined;
  let isStopping = false;
  let runs = 0;

  async function listen(): Promise<void> {
    stopListening ??= await bus.broadcast(
      [receiptsMissing],
      (event) => {
        const answer = answerSchema.safeParse(event.data);
        if (!answer.success) return;
        for (const eventId of answer.data.eventIds)
          if (eventsInQuestion.has(eventId)) missing.set(eventId, answer.data.queue);
      },
      () => undefined,
    );
  }

  /** The ids of events sent in this period, one batch at a time. */
  async function* sentRounds(since: Date, until: Date): AsyncGenerator<SentEvent[]> {
    let round: SentEvent[] = [];
    const cursor = outbox.find(
      { sentAt: { $gte: since, $lt: until } },
      { projection: { 'event.type': 1, 'event.version': 1 }, maxTimeMS: 10_000 },
    );
    for await (const { _id, event } of cursor) {
      round.push({ eventId: _id, type: routingKeyOf(event) });
      if (round.length < roundSize) continue;
      yield round;
      round = [];
    }
    if (round.length > 0) yield round;
  }

  /** Runs one comparison now; resolves with the number of events checked and resent. */
  async function runOnce({ isFull = false } = {}): Promise<{ questioned: number; republished: number }> {
    await listen();
    const now = (await databaseTime(connection)).getTime();
    const result = { questioned: 0, republished: 0 };
    const rounds = sentRounds(
      new Date(now - (isFull ? sentEventsKeptMs : windowMs + graceMs)),
      new Date(now - graceMs),
    );
    for await (const round of rounds) {
      result.questioned += round.length;
      result.republished += await reconcile(round);
      if (isStopping) break;
    }
    return result;
  }

  /** Asks about a batch and resends missing events; resolves with their number. */
  async function reconcile(round: readonly SentEvent[]): Promise<number> {
    missing.clear();
    eventsInQuestion = new Map(round.map((event) => [event.eventId, event]));
    try {
      for (const [type, eventsOfType] of Map.groupBy(round, (event) => event.type)) {
        for (let start = 0; start < eventsOfType.length; start += questionSize) {
          const eventIds = eventsOfType.slice(start, start + questionSize).map((event) => event.eventId);
          await bus.announce(receiptMessage(receiptsAsked, { type, eventIds }));
        }
      }
      await pause(answerWaitMs);
      const lostEvents = round.filter((event) => missing.has(event.eventId));
      if (lostEvents.length === 0) return 0;
      const queues = [...new Set(lostEvents.map((event) => missing.get(event.eventId)))];
      logger.warn({ count: lostEvents.length, queues }, 'events never arrived and are sent again');
      for (const { eventId } of lostEvents) {
        const row = await outbox.findOne({ _id: eventId }, { maxTimeMS: 2_000 });
        // Undefined when its data was removed after the question, by retention or because the person was forgotten.
        if (row?.event.data !== undefined)
          await bus.publish((await open(row)).event).catch(ignoreUndelivered);
      }
      metrics?.eventsRepublished.inc(lostEvents.length);
      return lostEvents.length;
    } finally {
      eventsInQuestion = new Map();
    }
  }

  const periodicRuns = repeat(
    intervalMs,
    async () => {
      if (planted('reconciler.off') || bus.state !== 'open' || !(await lease.acquire())) return;
      runs += 1;
      await runOnce({ isFull: runs % 60 === 1 });
    },
    (error) => logger.warn({ err: error }, 'events could not be reconciled'),
  );

  return {
    async start(): Promise<void> {
      await listen();
      periodicRuns.start();
    },
    runOnce,
    async stop(): Promise<void> {
      isStopping = true;
      await periodicRuns.stop();
      await stopListening?.();
      stopListening = undefined;
      await lease.release().catch(() => undefined);
    },
  };
}

/** A refusing queue is retried in the next run; the other queues have the event. */
function ignoreUndelivered(error: unknown): void {
  if (!(error instanceof UndeliveredError)) throw error;
}
