import type { Identity } from '@kinmel/service-kit';
import { orderNotFound } from '../changes/change-order.ts';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';

/** The order, if it is the person's own or the person is staff. Another person's is unknown. */
export async function findVisibleOrder(
  { orders }: Pick<OrdersContext, 'orders'>,
  orderId: string,
  { userId, role }: Pick<Identity, 'userId' | 'role'>,
): Promise<Order> {
  const order = await orders.find(orderId);
  if (order === undefined || (role !== 'admin' && order.userId !== userId)) throw orderNotFound();
  return order;
}
