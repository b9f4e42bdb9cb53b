import type { AnswerOf, listOrders as endpoint, QueryOf } from '@kinmel/contracts';
import type { OrderFilter } from '../orders.store.ts';
import type { OrdersContext } from '../orders-context.ts';
import { pageOf, pageOfOrders } from './page-of-orders.ts';

/** `all`, nothing and no parameter mean the same (CONF-61, CONF-63). */
const chosen = <Value extends string>(value: Value): Exclude<Value, 'all' | ''> | undefined =>
  value === 'all' || value === '' ? undefined : (value as Exclude<Value, 'all' | ''>);

/** Which orders a list of staff holds. */
export const orderFilterOf = ({
  status,
  search,
  paymentMethod,
  from,
  to,
}: Pick<QueryOf<typeof endpoint>, 'status' | 'search' | 'paymentMethod' | 'from' | 'to'>): OrderFilter => ({
  orderStatus: chosen(status),
  paymentMethod: chosen(paymentMethod),
  search,
  from,
  to,
});

/** All orders for staff, newest first without another wish (AAPI-18 to AAPI-20, SIL-27, SIL-54). */
export async function listOrders(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  { page, limit, sort, ...filter }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await orders.list(orderFilterOf(filter), pageOf({ page, limit }), sort);
  return pageOfOrders(found, { page, limit }, now());
}
