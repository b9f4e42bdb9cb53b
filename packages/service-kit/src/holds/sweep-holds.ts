import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** What one look at the holds whose time is over came to, in holds. */
export interface SettledRound {
  readonly settled: number;
  /** Overdue, and order could not be asked: still held, so that nothing is given twice. */
  readonly unsettled: number;
  /** Of those that are unsettled, the ones that have become a case for a person. */
  readonly stuck: number;
}

/** A kind of hold, and how its owner finds and settles one. */
export interface SettleHoldsOptions {
  /** Stands in the log and in the figure `stuck_total`: `stock hold`. */
  readonly what: string;
  readonly overdue: (now: Date, limit: number) => Promise<readonly { orderId: string; overdueAt: Date }[]>;
  /** Asks order and does what it says; resolves with what is worth a line. Rejects while order cannot be asked. May run twice or at once. */
  readonly settle: (orderId: string) => Promise<object>;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Ends the round after the hold under way. */
  readonly stopping?: AbortSignal | undefined;
}

const holdsPerRound = 100;

/** What is overdue for longer than this is a case for a person: the log says so and `stuck_total` counts it. */
export const stuckAfterMs = 60_000;

/**
 * Settles every hold whose time is over, each for itself. No clock decides (decision 10): while order cannot be asked
 * what is held stays held.
 */
export async function settleHolds({
  what,
  overdue,
  settle,
  now,
  logger,
  stopping,
}: SettleHoldsOptions): Promise<SettledRound> {
  const startedAt = now();
  const round = { settled: 0, unsettled: 0, stuck: 0 };
  for (const { orderId, overdueAt } of await overdue(startedAt, holdsPerRound)) {
    // An order that hangs takes its time for each of them, and a process has to end in time.
    if (stopping?.aborted) break;
    try {
      const outcome = await settle(orderId);
      round.settled += 1;
      logger.info({ what, orderId, ...outcome }, 'an overdue hold was settled');
    } catch (error) {
      round.unsettled += 1;
      const isStuck = startedAt.getTime() - overdueAt.getTime() > stuckAfterMs;
      if (isStuck) round.stuck += 1;
      const line = { err: error, what, orderId, overdueAt };
      if (isStuck) logger.error(line, 'a hold waits for an order that cannot be settled');
      else logger.warn(line, 'an overdue hold could not be settled yet');
    }
  }
  return round;
}

const roundsPerTidying = 120;

/**
 * Settles overdue holds again and again, shows how many could not be, and tidies up at the start and now and then. Stopping it
 * ends the round under way after the hold that it is at; it is not started again.
 */
export function sweepHolds(
  everyMs: number,
  {
    what,
    settle,
    tidy,
    logger,
    metrics,
  }: {
    readonly what: string;
    readonly settle: (stopping: AbortSignal) => Promise<SettledRound>;
    readonly tidy: () => Promise<unknown>;
    readonly logger: Logger;
    readonly metrics: Metrics | undefined;
  },
): Repetition {
  let rounds = 0;
  const stopping = new AbortController();

  async function round(): Promise<void> {
    const { unsettled, stuck } = await settle(stopping.signal);
    metrics?.holdsOverdue.set(unsettled);
    metrics?.stuck.set({ what }, stuck);
    if (rounds % roundsPerTidying === 0) await tidy();
    rounds += 1;
  }

  const repetition = repeat(everyMs, round, (error) =>
    logger.warn({ err: error, what }, 'overdue holds could not be looked for'),
  );
  return {
    start: () => repetition.start(),
    async stop() {
      stopping.abort();
      await repetition.stop();
    },
  };
}
