import type { AnswerOf, listOrders as endpoint, QueryOf } from '@kinmel/contracts';
import type { OrdersContext } from '../orders-context.ts';
import { pageOf, pageOfOrders } from './page-of-orders.ts';

/** `all`, nothing and no parameter mean the same (CONF-61, CONF-63). */
const chosen = <Value extends string>(value: Value): Exclude<Value, 'all' | ''> | undefined =>
  value === 'all' || value === '' ? undefined : (value as Exclude<Value, 'all' | ''>);

/** All orders for staff, newest first (AAPI-18 to AAPI-20, SIL-27, SIL-54). */
export async function listOrders(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  { page, limit, status, search, paymentMethod }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const filter = { orderStatus: chosen(status), paymentMethod: chosen(paymentMethod), search };
  return pageOfOrders(await orders.list(filter, pageOf({ page, limit })), { page, limit }, now());
}
