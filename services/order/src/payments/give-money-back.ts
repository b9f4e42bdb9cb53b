import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { waitForProvider } from './wait-for-provider.ts';

/**
 * Tries at once what payments would do by themselves a little later: money that is due goes back, and the page of an order that is
 * cancelled or marked as paid takes none any more. A provider that is away or hangs changes nothing for the caller: money that
 * comes after all is the order's own or goes back (O9).
 */
export async function giveMoneyBack(
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
