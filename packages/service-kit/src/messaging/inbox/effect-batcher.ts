import { setImmediate as nextTurn } from 'node:timers/promises';
import type mongoose from 'mongoose';
import { prefetch, type WireEvent } from '../bus/bus.ts';
import { inboxCollections, inboxKey } from './inbox.ts';

export type Effect = 'done' | 'repeated';
type Work = (session: mongoose.ClientSession) => Promise<void>;
/** The work of several events in one, with less to and fro than that of each in turn. */
export type WorkTogether = (events: readonly WireEvent[], session: mongoose.ClientSession) => Promise<void>;

interface Waiting {
  readonly event: WireEvent;
  readonly work: Work;
  readonly resolve: (effect: Effect) => void;
  readonly reject: (reason: unknown) => void;
}

const transaction = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Gives each event of one queue its effect exactly once: inbox mark and effect are one transaction. What arrives while
 * a transaction is under way waits and then shares the next one, because a commit costs more than most effects. When a
 * shared transaction fails, each of its events gets one of its own, so that nobody suffers from a neighbour.
 */
export class EffectBatcher {
  readonly #connection: mongoose.Connection;
  readonly #inbox: ReturnType<typeof inboxCollections>['inbox'];
  readonly #queue: string;
  readonly #workTogether: WorkTogether | undefined;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;
  /** Halved by a failure, so that events which collide with each other's neighbours do not keep on failing together. */
  #maxShared = prefetch;

  constructor(connection: mongoose.Connection, queue: string, workTogether?: WorkTogether) {
    this.#connection = connection;
    this.#inbox = inboxCollections(connection).inbox;
    this.#queue = queue;
    this.#workTogether = workTogether;
  }

  /** The work may run more than once; only one run of it is committed. */
  apply(event: WireEvent, work: Work): Promise<Effect> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, work, resolve, reject });
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Deliveries of one packet are handed over one by one within this turn of the event loop.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      if (batch.length > 1 && (await this.#applyTogether(batch))) continue;
      await Promise.all(batch.map((one) => this.#applyAlone(one).then(one.resolve, one.reject)));
    }
    this.#isRunning = false;
  }

  /** The next ones in their order. The same event twice does not fit into one transaction: the second waits. */
  #take(): Waiting[] {
    const eventIds = new Set<string>();
    const batch: Waiting[] = [];
    for (const one of this.#waiting.splice(0)) {
      const fits = batch.length < this.#maxShared && !eventIds.has(one.event.eventId);
      eventIds.add(one.event.eventId);
      (fits ? batch : this.#waiting).push(one);
    }
    return batch;
  }

  /** False: nothing of it was seen to be committed, for whatever reason. */
  async #applyTogether(batch: readonly Waiting[]): Promise<boolean> {
    const session = this.#connection.startSession();
    try {
      const opened = await session;
      opened.startTransaction(transaction);
      await this.#inbox.insertMany(
        batch.map(({ event }) => this.#mark(event)),
        { session: opened },
      );
      if (this.#workTogether === undefined) for (const { work } of batch) await work(opened);
      else
        await this.#workTogether(
          batch.map(({ event }) => event),
          opened,
        );
      await opened.commitTransaction();
    } catch {
      this.#maxShared = Math.max(1, this.#maxShared >> 1);
      return false;
    } finally {
      // Ends a transaction that was not committed, too.
      await session.then((opened) => opened.endSession()).catch(() => undefined);
    }
    this.#maxShared = Math.min(prefetch, this.#maxShared + batch.length);
    for (const { resolve } of batch) resolve('done');
    return true;
  }

  async #applyAlone({ event, work }: Waiting): Promise<Effect> {
    const session = await this.#connection.startSession();
    try {
      await session.withTransaction(async () => {
        await this.#inbox.insertOne(this.#mark(event), { session });
        await work(session);
      }, transaction);
      return 'done';
    } catch (error) {
      if (isRepeated(error)) return 'repeated';
      throw error;
    } finally {
      await session.endSession();
    }
  }

  #mark(event: WireEvent) {
    return {
      _id: inboxKey(this.#queue, event.eventId),
      type: event.type,
      aggregateId: event.aggregateId,
      aggregateVersion: event.aggregateVersion,
      handledAt: new Date(),
    };
  }
}

function isRepeated(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 11000 &&
    // Only the inbox's own key: a handler's unique index that refuses is a failure of the handler.
    error.message.includes('.inbox ') &&
    error.message.includes('_id_')
  );
}
