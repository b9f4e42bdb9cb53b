import { ProblemError } from '@kinmel/service-kit';
import type { Order } from '../orders/order.ts';
import type { PaymentSession } from './payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import { recordPayment } from './record-payment.ts';

export interface PaidOrder {
  readonly session: PaymentSession;
  readonly order: Order;
  /** The slow card has said no: the session stays as it is. A page that another one followed was declined, too. */
  readonly isDeclined: boolean;
}

/**
 * What the success page shows. When the provider has the money and the webhook is not here yet, the payment is noted now. Rejects with
 * `not-found` for a session of another shop.
 */
export async function readPaymentSession(
  context: PaymentsContext,
  sessionId: string,
  traceparent?: string,
): Promise<PaidOrder> {
  const session = await context.provider.readSession(sessionId);
  const order =
    session?.state === 'paid'
      ? await recordPayment(context, session, traceparent)
      : session && (await context.orders.find(session.orderId));
  if (session === undefined || order === undefined)
    throw new ProblemError('not-found', 'There is no such payment.');
  const isDeclined =
    session.state === 'processing' && (order.card?.sessionId !== sessionId || order.card.isDeclined === true);
  return { session, order, isDeclined };
}
