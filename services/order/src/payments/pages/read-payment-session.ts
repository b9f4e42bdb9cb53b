import { ProblemError } from '@kinmel/service-kit';
import type { Order } from '../../orders/order.ts';
import type { PaymentSession } from '../payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';

export interface PaidOrder {
  readonly session: PaymentSession;
  readonly order: Order;
  /** A delayed payment was declined, which its session does not show. A page with a successor was declined, too. */
  readonly isDeclined: boolean;
}

/**
 * Reads the success page, and records a payment whose webhook has not arrived. Rejects with `not-found` for an unknown
 * session.
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
