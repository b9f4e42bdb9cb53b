import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { sweepDue } from '../sweep/sweep-due.ts';

/** What one look at the holds whose time is over came to, in orders. */
export interface SettledRound {
  readonly settled: number;
  /** Overdue, and order could not be asked yet, by whichever instance: still held, so that nothing is given twice. */
  readonly unsettled: number;
  /** Of those that are unsettled, the ones that have become a case for a person. */
  readonly stuck: number;
}

/** What is held for an order whose time is over. */
export interface OverdueHold {
  readonly orderId: string;
  readonly overdueAt: Date;
}

/** Where the owner keeps its holds: `Id` is what it finds one by. */
export interface HoldsToSettle<Id> {
  /** Holds that were over at `now`, in the order and under the conditions of `Swept.due`. */
  readonly overdue: (now: Date, limit: number) => Promise<readonly Id[]>;
  /** As `Swept.claim`. */
  readonly claim: (id: Id, now: Date, claimMs: number) => Promise<OverdueHold | undefined>;
  /** How many orders hold something whose time was over at `now`, claimed or not. */
  readonly countOverdue: (now: Date) => Promise<number>;
}

/** A kind of hold, and how its owner settles one. */
export interface SettleHoldsOptions<Id> {
  /** Stands in the log and in the figure `stuck_total`: `stock hold`. */
  readonly what: string;
  readonly holds: HoldsToSettle<Id>;
  /** Asks order and does what it says; resolves with what is worth a line. Rejects while order cannot be asked. May run twice or at once. */
  readonly settle: (orderId: string) => Promise<object>;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/** What is overdue for longer than this is a case for a person: the log says so and `stuck_total` counts it. */
export const stuckAfterMs = 60_000;
/** Much longer than order is waited for: what could not be settled is asked about again after it. */
export const holdClaimMs = 15_000;

/**
 * Settles all holds whose time is over, each for itself, as `sweepDue` does: one that order never answers for holds up no other. No clock
 * decides (decision 10): while order cannot be asked what is held stays held.
 */
export async function settleHolds<Id>({
  what,
  holds,
  settle,
  now,
  logger,
  stopping,
}: SettleHoldsOptions<Id>): Promise<SettledRound> {
  let settled = 0;
  const stuckSince = () => new Date(now().getTime() - stuckAfterMs);
  await sweepDue<Id, OverdueHold>(
    {
      due: (limit) => holds.overdue(now(), limit),
      claim: (id) => holds.claim(id, now(), holdClaimMs),
      async work({ orderId }) {
        const outcome = await settle(orderId);
        settled += 1;
        logger.info({ what, orderId, ...outcome }, 'an overdue hold was settled');
      },
      onFailure(error, { orderId, overdueAt }) {
        const line = { err: error, what, orderId, overdueAt };
        if (overdueAt < stuckSince()) logger.error(line, 'a hold waits for an order that cannot be settled');
        else logger.warn(line, 'an overdue hold could not be settled yet');
      },
    },
    { stopping },
  );
  return {
    settled,
    unsettled: await holds.countOverdue(now()),
    stuck: await holds.countOverdue(new Date(stuckSince().getTime() - 1)),
  };
}

const roundsPerTidying = 120;

/** Settles overdue holds again and again, shows how many could not be, and tidies up at the start and now and then. */
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

  async function round(stopping: AbortSignal): Promise<void> {
    const { unsettled, stuck } = await settle(stopping);
    metrics?.holdsOverdue.set(unsettled);
    metrics?.stuck.set({ what }, stuck);
    if (rounds % roundsPerTidying === 0) await tidy();
    rounds += 1;
  }

  return repeat(everyMs, round, (error) =>
    logger.warn({ err: error, what }, 'overdue holds could not be looked for'),
  );
}
