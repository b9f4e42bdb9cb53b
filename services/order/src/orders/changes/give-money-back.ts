import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';

/** Tries at once what payments would do by themselves a little later; a provider that is away changes nothing for the caller. */
export async function giveMoneyBack(
  { payments, logger }: Pick<OrdersContext, 'payments' | 'logger'>,
  order: Order,
  traceparent: string | undefined,
): Promise<Order> {
  if (order.refund?.state !== 'due') return order;
  try {
    return await payments.refund(order, traceparent);
  } catch (error) {
    logger.warn({ err: error, orderId: order.id }, 'the money of a cancelled order goes back later');
    return order;
  }
}
