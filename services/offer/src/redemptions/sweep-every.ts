import type { Logger, Metrics } from '@kinmel/service-kit';
import type { SettledRound } from './settle-overdue.ts';

export interface Sweeper {
  start(): void;
  /** Resolves when the round under way is over. */
  stop(): Promise<void>;
}

const roundsPerTidying = 120;

/** Settles overdue holds again and again, and now and then frees codes of ended offers and what was taken away. */
export function sweepEvery(
  everyMs: number,
  {
    settle,
    tidy,
    logger,
    metrics,
  }: {
    readonly settle: () => Promise<SettledRound>;
    readonly tidy: () => Promise<void>;
    readonly logger: Logger;
    readonly metrics: Metrics | undefined;
  },
): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let rounds = 0;

  async function round(): Promise<void> {
    try {
      const { unsettled, stuck } = await settle();
      metrics?.holdsOverdue.set(unsettled);
      metrics?.stuck.set({ what: 'redemption' }, stuck);
      if (rounds % roundsPerTidying === 0) await tidy();
      rounds += 1;
    } catch (error) {
      logger.warn({ err: error }, 'overdue redemptions could not be looked for');
    }
  }

  return {
    start() {
      timer ??= setInterval(() => {
        // A round that waits for order must not be queued up behind itself.
        underWay ??= round().finally(() => {
          underWay = undefined;
        });
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
