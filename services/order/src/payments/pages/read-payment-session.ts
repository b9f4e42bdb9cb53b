import { ProblemError } from '@kinmel/service-kit';
import type { PaymentsContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';

/**
 * Reads the success page, and records a payment whose webhook has not arrived. Rejects with `not-found` for an unknown
 * session.
 */
export async function readPaymentSession(context: PaymentsContext, sessionId: string, traceparent?: string) {
  const session = await context.provider.readSession(sessionId);
  const order =
    session?.state === 'paid'
      ? await recordPayment(context, session, traceparent)
      : session && (await context.orders.find(session.orderId));
  if (session === undefined || order === undefined)
    throw new ProblemError('not-found', 'There is no such payment.');
  // A session does not show that its delayed payment was declined. A page with a successor was declined, too.
  const isDeclined =
    session.state === 'processing' && (order.card?.sessionId !== sessionId || order.card.isDeclined === true);
  return { session, order, isDeclined };
}
