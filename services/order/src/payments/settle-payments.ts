import { changeOrder } from '../orders/changes/change-order.ts';
import { cancelUnpaid, forgetWhenOver } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { giveMoneyBackByCard } from './give-money-back-by-card.ts';
import type { PaymentSession } from './payment-provider.ts';
import { byShop, type PaymentsContext } from './payments-context.ts';
import { recordPayment } from './record-payment.ts';

const ordersPerRound = 50;
/** A slow card, or a provider that is away: so long the pieces stay with an order whose time is over. */
const patienceMs = 60 * 60 * 1000;
/** Money that has not gone back by then is an alarm. */
const refundAlarmMs = 10 * 60 * 1000;

export interface SettledPayments {
  readonly paid: number;
  readonly cancelled: number;
  readonly refunded: number;
  /** What has to be looked at again in the next round. */
  readonly left: number;
}

/**
 * One round over what payments left open: orders whose time to pay is over are paid after all or cancelled, money that has to go back
 * goes back. Every step may be repeated and may run on several instances at once.
 */
export async function settlePayments(context: PaymentsContext): Promise<SettledPayments> {
  const settled = { paid: 0, cancelled: 0, refunded: 0, left: 0 };
  for (const order of await context.orders.unpaid(context.now(), ordersPerRound)) {
    settled[await settleUnpaid(context, order)] += 1;
  }
  for (const order of await context.orders.refundsDue(ordersPerRound)) {
    settled[(await giveBack(context, order)) ? 'refunded' : 'left'] += 1;
  }
  return settled;
}

async function settleUnpaid(context: PaymentsContext, order: Order): Promise<'paid' | 'cancelled' | 'left'> {
  const { id: orderId, payUntil } = order;
  const isPatient = payUntil !== null && context.now().getTime() < payUntil.getTime() + patienceMs;
  try {
    const session = await closedSession(context, order);
    if (session?.state === 'paid') {
      await recordPayment(context, session);
      return 'paid';
    }
    if (session?.state === 'processing' && order.card?.isDeclined !== true && isPatient) return 'left';
  } catch (error) {
    context.logger.warn({ err: error, orderId }, 'the payment of an overdue order could not be read');
    // Money that comes later goes back by itself.
    if (isPatient) return 'left';
  }
  const change = byShop(context);
  const after = await changeOrder(context, orderId, (current) =>
    forgetWhenOver(cancelUnpaid(current, change), change),
  );
  return after.orderStatus === 'cancelled' ? 'cancelled' : 'left';
}

/** What the order's page came to, after nobody can pay there any more. */
async function closedSession(
  { provider }: PaymentsContext,
  { card }: Order,
): Promise<PaymentSession | undefined> {
  return card?.sessionId ? provider.closePage(card.sessionId) : undefined;
}

/** True when the money is on its way back. */
async function giveBack(context: PaymentsContext, order: Order): Promise<boolean> {
  const { id: orderId, refund } = order;
  try {
    // Before the attempt: whatever becomes of it, the next round begins with others.
    await context.orders.refundTried(orderId, context.now());
    const after = await giveMoneyBackByCard(context, order);
    return after.refund?.state === 'done';
  } catch (error) {
    const waitingMs = refund === null ? 0 : context.now().getTime() - refund.since.getTime();
    const line = { err: error, orderId, waitingMs };
    if (waitingMs > refundAlarmMs) context.logger.error(line, 'money waits to go back');
    else context.logger.warn(line, 'money could not go back yet');
    return false;
  }
}
