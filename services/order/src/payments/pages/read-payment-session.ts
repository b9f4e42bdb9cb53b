import { ProblemError } from '@kinmel/service-kit';
import { isPayable } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import type { PaymentSession } from '../payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';

/** A session, by its id or by the query with which the provider redirected the payer. */
interface SessionQuery {
  readonly sessionId?: string | undefined;
  readonly returned?: string | undefined;
}

/**
 * Reads a session for the success page, and records a payment that was not reported yet. Rejects with `not-found` for
 * an unknown session, also for one that does not belong to the order that it names.
 */
export async function readPaymentSession(
  context: PaymentsContext,
  { sessionId, returned = '' }: SessionQuery,
  traceparent?: string,
) {
  const { provider, orders } = context;
  const session = await provider.readSession(sessionId ?? provider.readReturn(new URLSearchParams(returned)));
  const storedOrder = session && (await orders.find(session.orderId));
  if (session === undefined || storedOrder === undefined || !isOfOrder(session, storedOrder))
    throw new ProblemError('not-found', 'There is no such payment.');
  const isRecorded =
    session.paymentId !== undefined && storedOrder.onlinePayment?.paymentId === session.paymentId;
  const order =
    session.state === 'paid' && !isRecorded
      ? await recordPayment(context, session, traceparent)
      : storedOrder;
  // The provider does not show on a session that its delayed payment was declined. That of a replaced page always was.
  const isDeclined =
    session.state === 'processing' &&
    session.canStillBePaid !== true &&
    (order.onlinePayment?.sessionId !== session.sessionId || order.onlinePayment.isDeclined === true);
  return {
    session: isRecorded ? { ...session, state: 'paid' as const } : session,
    order,
    isDeclined,
    goesBack: isPaymentRefunded(session, order),
    canPayAgain: /^(open|expired)$/.test(session.state) && isPayable(order, context.now()),
  };
}

function isOfOrder(
  { isOrderUnproven, sessionId, paymentId }: PaymentSession,
  { onlinePayment, pagesToClose = [], secondPayments = [] }: Order,
): boolean {
  const sessions = [onlinePayment?.sessionId, ...pagesToClose.map((page) => page.sessionId)];
  const payments = [onlinePayment?.paymentId, ...secondPayments.map((second) => second.paymentId)];
  return isOrderUnproven !== true || sessions.includes(sessionId) || payments.includes(paymentId);
}

/** ORD-O9, ORD-O22: a second payment, or one that arrived after the order was cancelled. */
function isPaymentRefunded(
  { paymentId }: PaymentSession,
  { onlinePayment, secondPayments = [], history }: Order,
): boolean {
  if (paymentId === undefined) return false;
  if (secondPayments.some((second) => second.paymentId === paymentId)) return true;
  const cancellation = history.find(({ what, to }) => what === 'order-status' && to === 'cancelled');
  return (
    cancellation !== undefined &&
    onlinePayment?.paymentId === paymentId &&
    (onlinePayment.paidAt ?? cancellation.at) >= cancellation.at
  );
}
