import { ProblemError } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { forgetBuyer } from '../order.rules.ts';
import type { OrdersContext } from '../orders-context.ts';

/**
 * Removes a deleted account from all finished orders, in the session's transaction. Open orders keep the data that their
 * delivery needs until they are finished.
 */
export async function forgetBuyerOf(
  { orders, forgetCustomer, now }: Pick<OrdersContext, 'orders' | 'forgetCustomer' | 'now'>,
  userId: string,
  session: ClientSession,
): Promise<void> {
  const context = { now: now(), actor: { by: 'shop', who: null } } as const;
  for (const order of await orders.listOfBuyer(userId, session)) {
    const change = forgetBuyer(order, context);
    if (change === undefined) continue;
    if (!(await orders.save(order, change.order, change.events, { session })))
      throw new ProblemError('version-conflict', 'An order changed while its buyer was forgotten.');
  }
  await forgetCustomer(userId, context.now, session);
}

/**
 * Covers orders that were written while their buyer was being deleted: checks all accounts deleted within a day. Safe
 * on any number of instances.
 */
export async function forgetLateOrders(
  context: Pick<OrdersContext, 'orders' | 'forgetCustomer' | 'deletedAccounts' | 'inTransaction' | 'now'>,
): Promise<void> {
  for (const userId of await context.deletedAccounts.all())
    await context.inTransaction((session) => forgetBuyerOf(context, userId, session));
}
