import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** What one look at the holds whose time is over came to, in orders. */
export interface SettledRound {
  readonly settled: number;
  /** Overdue, and order could not be asked, now or in a round before: still held, so that nothing is given twice. */
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
  readonly round?: HoldsRound | undefined;
}

/** What a round is given by the sweep that it belongs to. */
export interface HoldsRound {
  /** Ends the round after the hold under way. */
  readonly stopping: AbortSignal;
  /** What earlier rounds could not settle, by order with the time when it was over; the round keeps it. The one asked longest ago comes first. */
  readonly unsettled: Map<string, Date>;
}

/** How many orders one round asks about; the others come with the next. */
export const holdsPerRound = 100;

/** What is overdue for longer than this is a case for a person: the log says so and `stuck_total` counts it. */
export const stuckAfterMs = 60_000;

/**
 * Settles holds whose time is over, each for itself: those that were never tried before those that could not be settled, so that
 * an order that never answers holds up no other. No clock decides (decision 10): while order cannot be asked what is held
 * stays held.
 */
export async function settleHolds({
  what,
  overdue,
  settle,
  now,
  logger,
  round: { stopping, unsettled } = { stopping: new AbortController().signal, unsettled: new Map() },
}: SettleHoldsOptions): Promise<SettledRound> {
  const startedAt = now();
  const isStuck = (overdueAt: Date) => startedAt.getTime() - overdueAt.getTime() > stuckAfterMs;
  let settled = 0;
  const found = await overdue(startedAt, holdsPerRound + unsettled.size);
  const stillHeld = new Set(found.map(({ orderId }) => orderId));
  // Whoever else settled one of them, or somebody by hand: it is no case any more.
  for (const orderId of unsettled.keys()) if (!stillHeld.has(orderId)) unsettled.delete(orderId);
  const never = found.filter(({ orderId }) => !unsettled.has(orderId));
  const before = Array.from(unsettled, ([orderId, overdueAt]) => ({ orderId, overdueAt }));
  for (const { orderId, overdueAt } of [...never, ...before].slice(0, holdsPerRound)) {
    // An order that hangs takes its time for each of them, and a process has to end in time.
    if (stopping.aborted) break;
    unsettled.delete(orderId);
    try {
      const outcome = await settle(orderId);
      settled += 1;
      logger.info({ what, orderId, ...outcome }, 'an overdue hold was settled');
    } catch (error) {
      unsettled.set(orderId, overdueAt);
      const line = { err: error, what, orderId, overdueAt };
      if (isStuck(overdueAt)) logger.error(line, 'a hold waits for an order that cannot be settled');
      else logger.warn(line, 'an overdue hold could not be settled yet');
    }
  }
  const stuck = [...unsettled.values()].filter(isStuck).length;
  return { settled, unsettled: unsettled.size, stuck };
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
    readonly settle: (round: HoldsRound) => Promise<SettledRound>;
    readonly tidy: () => Promise<unknown>;
    readonly logger: Logger;
    readonly metrics: Metrics | undefined;
  },
): Repetition {
  let rounds = 0;
  const stopping = new AbortController();
  const holdsRound: HoldsRound = { stopping: stopping.signal, unsettled: new Map() };

  async function round(): Promise<void> {
    const { unsettled, stuck } = await settle(holdsRound);
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
