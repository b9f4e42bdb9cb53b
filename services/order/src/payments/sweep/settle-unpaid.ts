import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { cancelUnpaid, forgetWhenOver, keepUnpaid } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import { type PaymentsContext, sweepOpen, systemChangeContext } from '../payments-context.ts';
import { recordPayment } from '../record-payment.ts';

/**
 * How long an expired order keeps its pieces while a delayed payment is pending or the provider is
 * unavailable.
 */
const delayedPaymentMs = 60 * 60 * 1000;

type Outcome = 'paid' | 'cancelled' | 'kept' | 'left';

/**
 * Settles expired orders: paid, cancelled, kept for staff (ORD-O6), or left for a later sweep. Once the provider is
 * unavailable, only orders that do not need it are settled.
 */
export async function settleUnpaid(context: PaymentsContext, stopping?: AbortSignal) {
  const counts: Record<Outcome, number> = { paid: 0, cancelled: 0, kept: 0, left: 0 };
  const providerState = { isUnavailable: false };
  await sweepOpen(context, 'unpaid', stopping, {
    async work(order) {
      counts[await settleOrder(context, order, providerState)] += 1;
    },
    onFailure(error, { id: orderId }) {
      counts.left += 1;
      context.logger.warn({ err: error, orderId }, 'an unpaid order could not be settled yet');
    },
  });
  return counts;
}

async function settleOrder(
  context: PaymentsContext,
  { id: orderId, payUntil, onlinePayment }: Order,
  providerState: { isUnavailable: boolean },
): Promise<Outcome> {
  const isWithinDelay = payUntil !== null && context.now().getTime() < payUntil.getTime() + delayedPaymentMs;
  const sessionId = onlinePayment?.sessionId ?? null;
  if (providerState.isUnavailable && sessionId !== null && isWithinDelay) return 'left';
  try {
    const canCloseSession = sessionId !== null && !providerState.isUnavailable;
    const session = canCloseSession ? await context.provider.closePage(sessionId) : undefined;
    if (session?.state === 'paid') {
      await recordPayment(context, session);
      return 'paid';
    }
    if (session?.state === 'processing' && onlinePayment?.isDeclined !== true && isWithinDelay) return 'left';
  } catch (error) {
    providerState.isUnavailable ||= error instanceof ProblemError && error.code === 'service-unavailable';
    // A later payment is refunded (`record-payment.ts`).
    if (isWithinDelay) throw error;
    context.logger.warn({ err: error, orderId }, 'the payment of an overdue order could not be read');
  }
  const change = systemChangeContext(context);
  const after = await changeOrder(
    context,
    orderId,
    (current) => forgetWhenOver(cancelUnpaid(current, change), change) ?? keepUnpaid(current, change),
  );
  if (after.orderStatus === 'cancelled') return 'cancelled';
  return after.payUntil === null && after.paymentStatus !== 'paid' ? 'kept' : 'left';
}
