import { type Logger, ProblemError, type Repetition, repeat } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { forgetBuyer } from '../order.rules.ts';
import type { OrdersContext } from '../orders-context.ts';

/**
 * Removes a deleted account from all finished orders, in the session's transaction. Open orders keep what their
 * delivery needs until they are finished.
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
 * Orders written while their buyer was being forgotten: checks those of all accounts deleted in the last day. Returns
 * the number of accounts.
 */
export async function forgetLateOrders(context: LateOrdersContext): Promise<number> {
  const userIds = await context.goneBuyers.all();
  for (const userId of userIds)
    await context.inTransaction((session) => forgetBuyerOf(context, userId, session));
  return userIds.length;
}

/** Safe in any number of instances. */
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
