import type { Logger } from '@kinmel/service-kit';
import { expireReservations } from './expire-reservations.ts';
import type { StockContext } from './stock-context.ts';

export interface Sweeper {
  start(): void;
  /** Resolves when the round under way is over. */
  stop(): Promise<void>;
}

const roundsPerPurge = 120;

/** Looks after overdue reservations again and again, and now and then after what products that are gone left behind. */
export function sweepEvery(
  everyMs: number,
  { context, logger, purge }: { context: StockContext; logger: Logger; purge: () => Promise<number> },
): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let rounds = 0;

  async function round(): Promise<void> {
    try {
      const found = await expireReservations(context);
      if (found > 0) logger.info({ products: found }, 'overdue reservations were looked after');
      rounds += 1;
      if (rounds % roundsPerPurge === 0) await purge();
    } catch (error) {
      logger.warn({ err: error }, 'overdue reservations could not be looked after');
    }
  }

  return {
    start() {
      timer ??= setInterval(() => {
        underWay = underWay.then(round);
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
