import type { IncomingHttpHeaders } from 'node:http';
import { changeOrder } from '../orders/changes/change-order.ts';
import { withFields } from '../orders/order.rules.ts';
import { delayedPaymentDeclined, markPaymentFailed } from './payment.rules.ts';
import { type PaymentsContext, systemChangeContext } from './payments-context.ts';
import { recordPayment } from './record-payment.ts';
import { recordRefund } from './refunds/refund-online-payment.ts';

/**
 * Handles a webhook. Repeated, late and out-of-order events lead to the same state. When it rejects, the provider
 * sends the webhook again.
 */
export async function takePaymentEvent(
  context: PaymentsContext,
  { bytes, headers, traceparent }: { bytes: Buffer; headers: IncomingHttpHeaders; traceparent?: string },
): Promise<void> {
  const event = context.provider.readEvent(bytes, headers);
  if (event === undefined) return;
  const { orderId } = event;
  if (event.kind === 'refund') {
    await recordRefund(context, orderId, event.refund, traceparent);
    return;
  }
  if (event.kind === 'paid') {
    await recordPayment(context, event, traceparent);
    return;
  }
  const { kind, sessionId } = event;
  await changeOrder(context, orderId, (order) => {
    // The event is about an older page.
    const isOldPage = kind === 'expired' && sessionId !== order.onlinePayment?.sessionId;
    if (isOldPage) return undefined;
    const change = markPaymentFailed(order, kind, systemChangeContext(context, traceparent));
    // Only events of delayed payments have the session.
    const after =
      kind === 'declined' ? delayedPaymentDeclined(change?.order ?? order, sessionId) : change?.order;
    if (after === undefined || after === order) return undefined;
    return change ? { ...change, order: after } : withFields(order, after);
  });
}
