import type { Logger, Metrics } from '@kinmel/service-kit';
import { settleOverdue } from './settle-overdue.ts';
import type { StockContext } from './stock-context.ts';

export interface Sweeper {
  start(): void;
  /** Resolves when the round under way is over. */
  stop(): Promise<void>;
}

const roundsPerPurge = 120;

/** Settles overdue holds again and again, and now and then removes what products that are gone left behind. */
export function sweepEvery(
  everyMs: number,
  {
    context,
    logger,
    metrics,
    purge,
  }: {
    readonly context: StockContext;
    readonly logger: Logger;
    readonly metrics: Metrics | undefined;
    readonly purge: () => Promise<number>;
  },
): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let rounds = 0;

  async function round(): Promise<void> {
    try {
      const { unsettled, stuck } = await settleOverdue(context, logger);
      metrics?.holdsOverdue.set(unsettled);
      metrics?.stuck.set({ what: 'stock hold' }, stuck);
      rounds += 1;
      if (rounds % roundsPerPurge === 0) await purge();
    } catch (error) {
      logger.warn({ err: error }, 'overdue holds could not be looked for');
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
