import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { waitForProvider } from './wait-for-provider.ts';

/**
 * Refunds and closes pages without waiting for the next sweep. The caller is not affected when the provider is
 * unavailable.
 */
export async function settlePaymentNow(
  { payments, logger }: Pick<OrdersContext, 'payments' | 'logger'>,
  order: Order,
  traceparent: string | undefined,
): Promise<Order> {
  const work = workLeft(payments, order, traceparent);
  if (work === undefined) return order;
  return waitForProvider(work, order, (error) =>
    logger.warn(
      { err: error, orderId: order.id },
      'what an order leaves to the payment provider is done later',
    ),
  );
}

function workLeft(
  payments: OrdersContext['payments'],
  order: Order,
  traceparent: string | undefined,
): Promise<Order> | undefined {
  if (order.refund?.state === 'due') return payments.refund(order, traceparent);
  return order.pagesToClose?.length ? payments.closePages(order, traceparent) : undefined;
}
