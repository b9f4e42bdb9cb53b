import { type Logger, type Repetition, repeat } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';

export const keyKeptMs = 24 * 60 * 60 * 1000;

/** Removes older keys from their orders. Safe in any number of instances. */
export const forgetOldKeys = ({ orders, now }: Pick<OrdersContext, 'orders' | 'now'>): Promise<number> =>
  orders.forgetKeys(new Date(now().getTime() - keyKeptMs));

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
