import type { Logger } from '@kinmel/service-kit';
import type { OrdersContext } from './orders-context.ts';

/** How long a key finds its order. */
export const keyKeptMs = 24 * 60 * 60 * 1000;

/** Takes away the keys that are older; the orders stay. Any number of instances may do it at once. */
export const forgetOldKeys = ({ orders, now }: Pick<OrdersContext, 'orders' | 'now'>): Promise<number> =>
  orders.forgetKeys(new Date(now().getTime() - keyKeptMs));

/** Does so every ten minutes; resolves `stop` when the round under way is over. */
export function sweepKeys(
  context: Pick<OrdersContext, 'orders' | 'now'>,
  logger: Logger,
  everyMs = 10 * 60_000,
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  async function round(): Promise<void> {
    try {
      await forgetOldKeys(context);
    } catch (error) {
      logger.warn({ err: error }, 'old keys could not be taken away');
    }
  }
  return {
    start() {
      timer ??= setInterval(() => {
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
