import { type Logger, type Repetition, repeat } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';
import { forgetBuyerOf } from './forget-buyer.ts';

type LateOrdersContext = Pick<OrdersContext, 'orders' | 'goneBuyers' | 'inTransaction' | 'now'>;

/**
 * An order may be written in the very moment in which its buyer is forgotten: of everybody who left within a day the orders
 * are looked through again (O12). Answers how many people that are.
 */
export async function forgetLateOrders(context: LateOrdersContext): Promise<number> {
  const userIds = await context.goneBuyers.all();
  for (const userId of userIds)
    await context.inTransaction((session) => forgetBuyerOf(context, userId, session));
  return userIds.length;
}

/** Does so every ten minutes; any number of instances may do it at once. */
export const sweepLateOrders = (
  context: LateOrdersContext,
  logger: Logger,
  everyMs = 10 * 60_000,
): Repetition =>
  repeat(
    everyMs,
    () => forgetLateOrders(context),
    (error) => logger.warn({ err: error }, 'orders of people who are gone could not be looked through'),
  );
