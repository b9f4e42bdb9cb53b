import type { Order } from '../../orders/order.ts';
import { type PaymentsContext, sweepOpen } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';
import { refundOnlinePayment } from '../refunds/refund-online-payment.ts';

/** Longer than the life of a wallet's page, and than a delayed payment is waited for (`settle-unpaid.ts`). */
const lookUpForMs = 2 * 60 * 60_000;

/**
 * Closes the pages of an order that was cancelled (O5) or marked as paid, and looks up those that cannot be closed. A
 * payment that came is recorded, and refunded when the order is cancelled (O9). Rejects with `service-unavailable` while the provider is.
 */
export async function closePaymentPages(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
): Promise<Order> {
  let after = order;
  for (const { sessionId, since } of order.pagesToClose ?? []) {
    const session = await context.provider.closePage(sessionId);
    if (session?.state === 'paid') after = await recordPayment(context, session, traceparent);
    if (session?.canStillBePaid && context.now().getTime() < since.getTime() + lookUpForMs) continue;
    if (session?.state === 'processing')
      context.logger.error({ orderId: order.id, sessionId }, 'a payment is undecided at its provider');
    await context.openPayments.pageClosed(order.id, sessionId);
  }
  return after.refund?.state === 'due' ? refundOnlinePayment(context, after, traceparent) : after;
}

/** Returns how many orders are left for a later sweep. */
export async function closeOpenPages(context: PaymentsContext, stopping?: AbortSignal): Promise<number> {
  let left = 0;
  await sweepOpen(context, 'page', stopping, {
    work: (order) => closePaymentPages(context, order),
    onFailure(error, { id: orderId }) {
      left += 1;
      context.logger.warn({ err: error, orderId }, 'the payment page of an order could not be closed yet');
    },
  });
  return left;
}
