import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { sweepDue } from './sweep-due.ts';

/** The result of a sweep, as numbers of orders. */
export type SettledRound = Awaited<ReturnType<typeof settleHolds>>;

export interface OverdueHold {
  readonly orderId: string;
  readonly overdueAt: Date;
}

/** The store of the holds, by their `Id`. */
export interface HoldsToSettle<Id> {
  /** Holds that were overdue at `now`, in the order of `Swept.due`. */
  readonly overdue: (now: Date, limit: number) => Promise<readonly Id[]>;
  /** Same as `Swept.claim`. */
  readonly claim: (id: Id, now: Date, claimMs: number) => Promise<OverdueHold | undefined>;
  /** The number of orders with holds that were overdue at `now`, claimed or not. */
  readonly countOverdue: (now: Date) => Promise<number>;
}

export interface SettleHoldsOptions<Id> {
  /** Label in the log and in the metric `stuck_total`: `stock hold`. */
  readonly what: string;
  readonly holds: HoldsToSettle<Id>;
  /**
   * Asks the order service about a hold and settles it accordingly; resolves with fields to log. Rejects while the
   * service does not answer. May run twice or concurrently.
   */
  readonly settle: (orderId: string) => Promise<object>;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/** Holds that are overdue for longer are logged as errors and counted in `stuck_total`. */
export const stuckAfterMs = 60_000;
/** Much longer than a call to the order service; unsettled holds are retried after it. */
export const holdClaimMs = 15_000;

/**
 * Settles all overdue holds independently, as `sweepDue` does. Only the order service decides (decision 10):
 * while it does not answer, the hold stays.
 */
export async function settleHolds<Id>({
  what,
  holds,
  settle,
  now,
  logger,
  stopping,
}: SettleHoldsOptions<Id>) {
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
        if (overdueAt < stuckSince())
          logger.error(line, 'a hold has been overdue for long, because its order could not be settled');
        else logger.warn(line, 'an overdue hold could not be settled yet');
      },
    },
    { stopping },
  );
  return {
    settled,
    /** Overdue and still held, because the order service did not answer. */
    unsettled: await holds.countOverdue(now()),
    /** Unsettled for longer than `stuckAfterMs`. */
    stuck: await holds.countOverdue(new Date(stuckSince().getTime() - 1)),
  };
}

const roundsPerTidying = 120;

/** Settles overdue holds periodically, reports unsettled ones, and occasionally cleans up. */
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
    logger.warn({ err: error, what }, 'overdue holds could not be queried'),
  );
}
