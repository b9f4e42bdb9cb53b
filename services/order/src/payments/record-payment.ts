import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver, paid } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { byShop, type PaymentsContext } from './payments-context.ts';

export interface ReceivedPayment {
  readonly orderId: string;
  readonly paymentId: string | undefined;
  readonly amountInMinorUnits: number | undefined;
}

/**
 * Notes that the money of an order came, once, whoever tells it first: the webhook, the success page or the sweeper. A second payment of
 * the same order goes straight back. Rejects when the amount is not the order's, so that it is told again and people look.
 */
export async function recordPayment(
  context: PaymentsContext,
  { orderId, paymentId, amountInMinorUnits }: ReceivedPayment,
  traceparent?: string,
): Promise<Order> {
  if (paymentId === undefined) throw new Error(`order ${orderId}: paid, but the payment has no id`);
  const order = await changeOrder(context, orderId, (current) => {
    if (amountInMinorUnits !== current.pricing.totalInMinorUnits)
      throw new Error(`order ${orderId}: paid ${amountInMinorUnits}, not its total`);
    return forgetWhenOver(
      paid(current, paymentId, byShop(context, traceparent)),
      byShop(context, traceparent),
    );
  });
  if (order.card?.paymentId !== paymentId) {
    context.logger.warn({ orderId, paymentId }, 'an order was paid twice: the second payment goes back');
    await context.provider.refund({ paymentId, orderId });
  }
  return order;
}
