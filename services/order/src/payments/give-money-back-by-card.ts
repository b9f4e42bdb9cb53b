import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { Order, SecondPayment } from '../orders/order.ts';
import { refunded, secondPaymentReturned } from '../orders/payment.rules.ts';
import { byShop, type PaymentsContext } from './payments-context.ts';

/**
 * Sends the money of an order back and notes it; again it changes nothing. Rejects with `payment-failed` or `service-unavailable`
 * while it could not go back: it then stays due.
 */
export async function giveMoneyBackByCard(
  context: PaymentsContext,
  { id: orderId, card, refund }: Order,
  traceparent?: string,
): Promise<Order> {
  if (refund?.state === 'due') {
    const paymentId = card?.paymentId ?? null;
    if (paymentId === null)
      throw new ProblemError(
        'payment-failed',
        'This payment was marked by hand: give its money back by hand.',
      );
    await giveBack(context, orderId, { paymentId, refusals: refund.refusals ?? 0 });
  }
  const change = byShop(context, traceparent);
  return changeOrder(context, orderId, (order) => forgetWhenOver(refunded(order, change), change));
}

/** Sends a second payment back and notes it; again it changes nothing. Rejects as above: it then stays due. */
export async function giveSecondPaymentBack(
  context: PaymentsContext,
  orderId: string,
  { paymentId, refusals = 0 }: SecondPayment,
  traceparent?: string,
): Promise<Order> {
  await giveBack(context, orderId, { paymentId, refusals });
  const change = byShop(context, traceparent);
  return changeOrder(context, orderId, (order) => secondPaymentReturned(order, paymentId, change));
}

/** The provider has answered, and the answer is no. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'payment-failed';

/** A definite refusal is counted, so that the next try is no repetition of this one; after an unknown outcome it has to be. */
async function giveBack(
  { provider, openPayments }: PaymentsContext,
  orderId: string,
  payment: { readonly paymentId: string; readonly refusals: number },
): Promise<void> {
  try {
    await provider.refund({ ...payment, orderId });
  } catch (error) {
    if (isRefusedForGood(error)) await openPayments.refundRefused(orderId, payment);
    throw error;
  }
}
