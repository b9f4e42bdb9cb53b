import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver, isPayable } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import { cancelRejected, storePage } from '../payment.rules.ts';
import { paymentLines } from '../payment-lines.rules.ts';
import type { NewPaymentPage, PaymentPage } from '../payment-provider.ts';
import { type PaymentsContext, systemChangeContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';
import { isRejected } from '../refunds/refund-online-payment.ts';
import { closePaymentPages } from './close-payment-pages.ts';

const conflict = (message: string) => new ProblemError('conflict', message);

/**
 * Returns the open payment page of an unpaid order, or creates one. There is at most one open page, so that an order is
 * not paid twice. Rejects with `conflict` when there is nothing to pay, `service-unavailable` when the provider is
 * unavailable, `payment-failed` when it rejects the order.
 */
export async function openPaymentPage(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
): Promise<PaymentPage> {
  const now = context.now();
  if (!isPayable(order, now) || order.payUntil === null)
    throw conflict('This order is not waiting for an online payment.');
  const previousSessionId = order.onlinePayment?.sessionId ?? null;
  if (previousSessionId !== null) {
    const session = await context.provider.readSession(previousSessionId);
    if (session?.state === 'open' && session.url !== undefined)
      return { sessionId: previousSessionId, url: session.url };
    if (session?.state === 'paid') {
      await recordPayment(context, session, traceparent);
      throw conflict('This order is paid already.');
    }
    // A delayed payment is pending: a second page could take the money twice.
    if (session?.state === 'processing' && order.onlinePayment?.isDeclined !== true)
      throw new ProblemError('payment-pending', 'Your payment is being processed. Please wait a moment.');
  }
  const { isLookedUp, ...page } = await createPage(context, order, order.payUntil, traceparent);
  const newPage = { sessionId: page.sessionId, previousSessionId, isLookedUp };
  const savedOrder = await changeOrder(context, order.id, (current) =>
    storePage(current, newPage, context.now()),
  );
  const isOpen = isPayable(savedOrder, context.now());
  if (isOpen && savedOrder.onlinePayment?.sessionId === page.sessionId) return page;
  await closePaymentPages(context, savedOrder, traceparent).catch((error: unknown) => {
    context.logger.warn(
      { err: error, orderId: order.id },
      'a superseded payment page could not be closed yet',
    );
  });
  // A concurrent request created another page.
  if (isOpen) return openPaymentPage(context, savedOrder, traceparent);
  throw conflict(
    savedOrder.orderStatus === 'cancelled'
      ? 'This order was cancelled.'
      : 'This order is not waiting for an online payment.',
  );
}

/** Cancels an order that the provider rejects, so that it does not hold its pieces (ORD-O15). */
async function createPage(
  context: PaymentsContext,
  order: Order,
  payUntil: Date,
  traceparent: string | undefined,
): Promise<NewPaymentPage> {
  const { name, email } = order.customerDetails;
  try {
    return await context.provider.createPage({
      paymentMethod: order.paymentMethod,
      orderId: order.id,
      orderNumber: order.orderNumber,
      customerName: name,
      customerEmail: email,
      lines: paymentLines(order),
      // The same version of the order returns the same page.
      attempt: order.version,
      payUntil,
    });
  } catch (error) {
    if (isRejected(error)) {
      context.logger.warn({ err: error, orderId: order.id }, 'the payment provider rejected an order');
      const change = systemChangeContext(context, traceparent);
      await changeOrder(context, order.id, (current) =>
        forgetWhenOver(cancelRejected(current, change), change),
      );
    }
    throw error;
  }
}
