import { type Logger, ProblemError, type Repetition, repeat } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { forgetBuyer } from '../order.rules.ts';
import type { OrdersContext } from '../orders-context.ts';

/**
 * An account was deleted: its person leaves all orders that are over, within the session's transaction. Orders under way
 * keep what their delivery needs and lose it when they are over (O12).
 */
export async function forgetBuyerOf(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  userId: string,
  session: ClientSession,
): Promise<void> {
  const context = { now: now(), actor: { by: 'shop', who: null } } as const;
  for (const order of await orders.allOfBuyer(userId, session)) {
    const change = forgetBuyer(order, context);
    if (change === undefined) continue;
    if (!(await orders.replace(order, change.order, change.events, { session })))
      throw new ProblemError('version-conflict', 'An order changed while its buyer was forgotten.');
  }
}

type LateOrdersContext = Pick<OrdersContext, 'orders' | 'goneBuyers' | 'inTransaction' | 'now'>;

/**
 * An order may be written in the very moment in which its buyer is forgotten: the orders of everybody who left within a day
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
    (error) => logger.warn({ err: error }, 'orders of deleted accounts could not be looked through'),
  );
