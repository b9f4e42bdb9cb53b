import type { EventContext } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { systemChangeContext } from '../payments/payments-context.ts';
import { type SettledReturn, settleReturn, settlingProblemOf } from './return.rules.ts';

/**
 * ORD-R3: refunds a settled return in the session's transaction, once. The sweep makes the refund to the payment
 * method.
 */
export async function settleReturnOf(
  context: Pick<OrdersContext, 'orders' | 'followUps' | 'now' | 'sendEvents'>,
  settledReturn: SettledReturn,
  { session, log }: EventContext,
  traceparent?: string,
): Promise<void> {
  const { orderId, requestId, refund } = settledReturn;
  const change = systemChangeContext(context, traceparent);
  let problem: string | null = null;
  const decide = (order: Order) => {
    problem = settlingProblemOf(order, settledReturn);
    return forgetWhenOver(settleReturn(order, settledReturn, change), change);
  };
  const { returns } = await changeOrder(context, orderId, decide, { session });
  if (problem !== null) {
    log.error({ orderId, requestId, refund, problem }, 'a settled return is not refunded');
    return;
  }
  const orderReturn = returns?.find(({ id }) => id === requestId);
  if (
    (orderReturn?.amountInMinorUnits ?? 0) + (orderReturn?.creditInMinorUnits ?? 0) <
    refund.amountInMinorUnits
  )
    log.error({ orderId, requestId, refund, orderReturn }, 'a return gets less than was agreed');
}
