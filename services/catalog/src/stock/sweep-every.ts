import { type Logger, type Metrics, type Repetition, repeat } from '@kinmel/service-kit';
import { settleOverdue } from './settle-overdue.ts';
import type { StockContext } from './stock-context.ts';

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
): Repetition {
  let rounds = 0;

  async function round(): Promise<void> {
    const { unsettled, stuck } = await settleOverdue(context, logger);
    metrics?.holdsOverdue.set(unsettled);
    metrics?.stuck.set({ what: 'stock hold' }, stuck);
    rounds += 1;
    if (rounds % roundsPerPurge === 0) await purge();
  }

  return repeat(everyMs, round, (error) =>
    logger.warn({ err: error }, 'overdue holds could not be looked for'),
  );
}
