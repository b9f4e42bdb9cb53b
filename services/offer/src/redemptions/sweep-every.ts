import { type Logger, type Metrics, type Repetition, repeat } from '@kinmel/service-kit';
import type { SettledRound } from './settle-overdue.ts';

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
): Repetition {
  let rounds = 0;

  async function round(): Promise<void> {
    const { unsettled, stuck } = await settle();
    metrics?.holdsOverdue.set(unsettled);
    metrics?.stuck.set({ what: 'redemption' }, stuck);
    if (rounds % roundsPerTidying === 0) await tidy();
    rounds += 1;
  }

  return repeat(everyMs, round, (error) =>
    logger.warn({ err: error }, 'overdue redemptions could not be looked for'),
  );
}
