import type { Order } from '../orders/order.ts';
import { closePaymentPages } from './pages/close-payment-pages.ts';
import type { PaymentsContext } from './payments-context.ts';
import { refundOnlinePayment } from './refunds/refund-online-payment.ts';
import { waitForProvider } from './wait-for-provider.ts';

/**
 * Refunds and closes pages without waiting for the next sweep. The caller is not affected when the provider is
 * unavailable.
 */
export async function settlePaymentNow(
  context: PaymentsContext,
  order: Order,
  traceparent: string | undefined,
): Promise<Order> {
  if (order.refund?.state !== 'due' && !order.pagesToClose?.length) return order;
  const settle = order.refund?.state === 'due' ? refundOnlinePayment : closePaymentPages;
  return waitForProvider(settle(context, order, traceparent), order, (error) =>
    context.logger.warn({ err: error, orderId: order.id }, 'the payment of an order is settled later'),
  );
}
