import { ProblemError } from '@kinmel/service-kit';
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
