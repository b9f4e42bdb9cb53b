import type { Order } from '../orders/order.ts';
import { giveMoneyBackByCard } from './give-money-back-by-card.ts';
import { type PaymentsContext, sweepOpen } from './payments-context.ts';
import { recordPayment } from './record-payment.ts';

/**
 * Closes the pages of an order that wants no money any more: it was cancelled (O5) or marked as paid by hand. When it was paid there before
 * it was closed, the payment is noted, and that of a cancelled order goes back at once (O9). Rejects with `service-unavailable` while the
 * provider is away.
 */
export async function closePaymentPages(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
): Promise<Order> {
  let after = order;
  for (const { sessionId } of order.pagesToClose ?? []) {
    const session = await context.provider.closePage(sessionId);
    if (session?.state === 'paid') after = await recordPayment(context, session, traceparent);
    await context.openPayments.pageClosed(order.id, sessionId);
  }
  return after.refund?.state === 'due' ? giveMoneyBackByCard(context, after, traceparent) : after;
}

/** Closes all pages that are to be closed; answers how many orders are left, to be tried again when their claim has run out. */
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
