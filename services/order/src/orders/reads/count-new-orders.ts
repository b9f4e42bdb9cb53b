import type { countNewOrders as endpoint, QueryOf } from '@kinmel/contracts';
import type { OrdersContext } from '../orders-context.ts';
import { orderFilterOf } from './list-orders.ts';

/** How many orders a list of staff does not show yet, because they came after its newest one (O17). */
export async function countNewOrders(
  { orders, now }: Pick<OrdersContext, 'orders' | 'now'>,
  { since, ...filter }: QueryOf<typeof endpoint>,
): Promise<{ count: number; since: string }> {
  const { count, since: from = now() } = await orders.countSince(
    orderFilterOf(filter),
    since === undefined ? undefined : new Date(since),
  );
  return { count, since: from.toISOString() };
}
