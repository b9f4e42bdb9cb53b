import { type Logger, type Repetition, repeat } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';

/** How long a key finds its order. */
export const keyKeptMs = 24 * 60 * 60 * 1000;

/** Takes away the keys that are older; the orders stay. Any number of instances may do it at once. */
export const forgetOldKeys = ({ orders, now }: Pick<OrdersContext, 'orders' | 'now'>): Promise<number> =>
  orders.forgetKeys(new Date(now().getTime() - keyKeptMs));

/** Does so every ten minutes. */
export const sweepKeys = (
  context: Pick<OrdersContext, 'orders' | 'now'>,
  logger: Logger,
  everyMs = 10 * 60_000,
): Repetition =>
  repeat(
    everyMs,
    () => forgetOldKeys(context),
    (error) => logger.warn({ err: error }, 'old keys could not be taken away'),
  );
