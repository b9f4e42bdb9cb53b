import { cancelByCustomer, forgetWhenOver } from '../order.rules.ts';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';
import { changeOrder, findVisibleOrder } from './change-order.ts';

interface CancelRequest {
  readonly orderId: string;
  readonly userId: string;
  readonly reason: string;
  readonly traceparent?: string | undefined;
}

/** A customer cancels a pending order; idempotent. */
export async function cancelOrder(
  context: OrdersContext,
  { orderId, userId, reason, traceparent }: CancelRequest,
): Promise<Order> {
  await findVisibleOrder(context, orderId, { identity: { userId }, isStaff: false });
  const actor = { by: 'customer', who: userId } as const;
  const order = await changeOrder(context, orderId, (current) => {
    const change = { now: context.now(), actor, traceparent };
    return forgetWhenOver(cancelByCustomer(current, reason, change), change);
  });
  return context.settlePayment(order, traceparent);
}
