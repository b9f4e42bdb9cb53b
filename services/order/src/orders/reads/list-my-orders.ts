import type { AnswerOf, listMyOrders as endpoint } from '@kinmel/contracts';
import type { OrdersContext } from '../orders-context.ts';
import { type PageNumber, pageOf, pageOfOrders } from './page-of-orders.ts';

/** The own orders, newest first (API-24, API-25, ORD-07, SIL-27). */
export async function listMyOrders(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  userId: string,
  page: PageNumber,
): Promise<AnswerOf<typeof endpoint>> {
  return pageOfOrders(await orders.ofBuyer(userId, pageOf(page)), page, now());
}
