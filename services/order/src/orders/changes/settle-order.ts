import type { OrdersContext } from '../orders-context.ts';

/**
 * Asked by the owner of an overdue hold. Answers whether the order of this id exists; when not, it can never come to
 * exist any more, also not by a request that is still running: one atomic step decides (O11).
 */
export async function settleOrder(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  orderId: string,
): Promise<{ success: true; state: 'placed' | 'cancelled' | 'abandoned' }> {
  return { success: true, state: await orders.settle(orderId, now()) };
}
