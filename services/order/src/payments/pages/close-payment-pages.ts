import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import { postponeLookup, removeClosedPage } from '../payment.rules.ts';
import { type PaymentsContext, sweepOpen, systemChangeContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';
import { refundOnlinePayment } from '../refunds/refund-online-payment.ts';

/** Longer than the lifetime of a wallet's page, and than the wait for a delayed payment (`settle-unpaid.ts`). */
const lookUpPageForMs = 2 * 60 * 60_000;

/**
 * Closes the pages of an order that was cancelled (ORD-O5) or marked as paid, and looks up those that cannot be closed;
 * an undecided payment is looked up at growing intervals (ORD-O22). A payment that is found is recorded, and refunded
 * when the order is cancelled (ORD-O9). Rejects with `service-unavailable` while the provider is unavailable.
 */
export async function closePaymentPages(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
): Promise<Order> {
  let after = order;
  for (const { sessionId, since, lookUpAt } of order.pagesToClose ?? []) {
    const now = context.now();
    if (lookUpAt !== undefined && lookUpAt > now) continue;
    const session = await context.provider.closePage(sessionId);
    if (session?.state === 'paid') after = await recordPayment(context, session, traceparent);
    if (session?.canStillBePaid && now.getTime() < since.getTime() + lookUpPageForMs) continue;
    const change = systemChangeContext(context, traceparent);
    // A page that reopened after an undecided payment still counts as undecided.
    const isUndecided =
      session?.state === 'processing' || (session?.state === 'open' && lookUpAt !== undefined);
    after = await changeOrder(context, order.id, (current) =>
      isUndecided
        ? postponeLookup(current, sessionId, change)
        : forgetWhenOver(removeClosedPage(current, sessionId, change), change),
    );
    if (after.undecidedPages?.some((page) => page.sessionId === sessionId))
      context.logger.error({ orderId: order.id, sessionId }, 'a payment is undecided at its provider');
  }
  return after.refund?.state === 'due' ? refundOnlinePayment(context, after, traceparent) : after;
}

/** Returns the number of orders left for a later sweep. */
export async function closeOpenPages(context: PaymentsContext, stopping?: AbortSignal): Promise<number> {
  let remainingOrders = 0;
  await sweepOpen(context, 'page', stopping, {
    work: (order) => closePaymentPages(context, order),
    onFailure(error, { id: orderId }) {
      remainingOrders += 1;
      context.logger.warn({ err: error, orderId }, 'the payment page of an order could not be closed yet');
    },
  });
  return remainingOrders;
}
