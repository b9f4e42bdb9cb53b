import type { OrderToReturn } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders/orders-context.ts';
import { toReturn } from './return.rules.ts';

/** An order with the terms of its own policy; the time to return it is that of the policy in force. */
export async function readOrderToReturn(
  { orders, documents: { policies }, now }: Pick<OrdersContext, 'orders' | 'documents' | 'now'>,
  orderId: string,
): Promise<OrderToReturn> {
  const order = await orders.find(orderId);
  if (order === undefined) throw new ProblemError('not-found', 'There is no such order.');
  const [terms, { returns }] = await Promise.all([policies.of(order.policyVersion), policies.inForce()]);
  return toReturn(order, terms, returns.days, now());
}
