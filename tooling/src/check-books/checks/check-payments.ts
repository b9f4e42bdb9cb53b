import type { BookedPayment, ProviderPage, ProviderPayment } from '../books.ts';
import type { Tally } from '../findings.ts';
import { isOverdue } from './check-money.ts';

/**
 * I-18: every payment that the provider took is that of its order or went back, and refunds are the same on both sides.
 * Answers how many are the payment that their order names, of orders that are not older than `from`.
 */
export function checkPayments(
  payments: readonly ProviderPayment[],
  orders: ReadonlyMap<string, BookedPayment>,
  { from, readAt }: { readonly from: Date; readonly readAt: Date },
  tally: Tally,
): number {
  tally.looked('I-18', payments.length);
  let matched = 0;
  for (const payment of payments) {
    const { paymentId, orderId, amountInMinorUnits: amount, refundedInMinorUnits: refunded } = payment;
    const order = orders.get(orderId);
    const isWholeBack = refunded === amount;
    if (order?.paymentId !== paymentId) {
      if (!isWholeBack)
        tally.offend(
          'I-18',
          order
            ? `${orderId}: ${paymentId} was paid, and the order does not know of it`
            : `${orderId}: ${paymentId} was paid for an order that is not there`,
        );
      continue;
    }
    if (order.createdAt >= from) matched += 1;
    if (amount !== order.totalInMinorUnits)
      tally.offend('I-18', `${orderId}: ${amount} was paid, its total is ${order.totalInMinorUnits}`);
    if (order.refund === null && refunded > 0)
      tally.offend('I-18', `${orderId}: ${refunded} went back, and the order does not know of it`);
    if (order.refund?.state === 'done' && !order.refund.isByHand && !isWholeBack)
      tally.offend('I-18', `${orderId}: its money is said to be back, the provider gave back ${refunded}`);
    if (order.refund && isOverdue(order.refund, readAt))
      tally.offend(
        'I-18',
        `${orderId}: its money waits to go back since ${order.refund.since.toISOString()}`,
      );
  }
  return matched;
}

/** I-23: nobody can pay an order that is paid or cancelled; pages that the shop is about to close are known to it. */
export function checkPages(
  pages: readonly ProviderPage[],
  orders: ReadonlyMap<string, BookedPayment>,
  tally: Tally,
): void {
  tally.looked('I-23', pages.length);
  for (const { orderId, sessionId } of pages) {
    const order = orders.get(orderId);
    if (order === undefined || order.closing.has(sessionId)) continue;
    const what = order.orderStatus === 'cancelled' ? 'cancelled' : order.paymentStatus;
    if (what === 'cancelled' || what === 'paid' || what === 'refunded')
      tally.offend('I-23', `${orderId} is ${what}, and its page ${sessionId} still takes money`);
  }
}
