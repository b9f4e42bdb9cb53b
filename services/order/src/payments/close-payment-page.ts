import type { Order } from '../orders/order.ts';
import { giveMoneyBackByCard } from './give-money-back-by-card.ts';
import type { PaymentsContext } from './payments-context.ts';
import { recordPayment } from './record-payment.ts';

/**
 * Closes the payment page of an order that is cancelled (O5) or marked as paid by hand. When somebody has paid there before it was closed, the
 * payment is noted, and that of a cancelled order goes back at once (O9). Rejects with `service-unavailable` while the provider is away.
 */
export async function closePaymentPage(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
): Promise<Order> {
  const sessionId = order.card?.sessionId ?? null;
  const session = sessionId === null ? undefined : await context.provider.closePage(sessionId);
  if (session?.state !== 'paid') return order;
  return giveMoneyBackByCard(context, await recordPayment(context, session, traceparent), traceparent);
}
