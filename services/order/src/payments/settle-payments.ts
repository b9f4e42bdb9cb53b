import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { cancelUnpaid, forgetWhenOver, keepUnpaid } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { giveMoneyBackByCard, giveSecondPaymentBack } from './give-money-back-by-card.ts';
import { byShop, type PaymentsContext } from './payments-context.ts';
import type { PaymentSession } from './provider/payment-provider.ts';
import { recordPayment } from './record-payment.ts';

const ordersPerRound = 50;
/** A slow card, or a provider that is away: so long the pieces stay with an order whose time is over. */
const patienceMs = 60 * 60 * 1000;
/** Money that has not gone back by then is an alarm. */
const refundAlarmMs = 10 * 60 * 1000;

export interface SettledPayments {
  readonly paid: number;
  readonly cancelled: number;
  /** Unpaid, but taken on by staff: theirs from now on (O6). */
  readonly kept: number;
  readonly refunded: number;
  /** What has to be looked at again in the next round. */
  readonly left: number;
}

/**
 * One round over what payments left open: orders whose time to pay is over are paid after all, cancelled or left to staff, money that has to go back
 * goes back. Every step may be repeated and may run on several instances at once. Once the provider turns out to be away it is not
 * asked for the others of the round too: each of them would wait for it as long again. Ends early when `stopping` says so.
 */
export async function settlePayments(
  context: PaymentsContext,
  stopping?: AbortSignal,
): Promise<SettledPayments> {
  const settled = { paid: 0, cancelled: 0, kept: 0, refunded: 0, left: 0 };
  const asking: Asking = { isAway: false };
  for (const order of beginningAnywhere(await context.orders.unpaid(context.now(), ordersPerRound))) {
    if (stopping?.aborted) return settled;
    settled[await settleUnpaid(context, order, asking)] += 1;
  }
  // On its own: an order that the provider has no answer for must not hold up the money of others.
  const giving: Asking = { isAway: false };
  for (const order of await context.orders.refundsDue(ordersPerRound)) {
    if (stopping?.aborted) return settled;
    settled[!giving.isAway && (await giveBack(context, order, giving)) ? 'refunded' : 'left'] += 1;
  }
  for (const order of await context.orders.secondPaymentsDue(ordersPerRound))
    for (const second of order.secondPayments ?? [])
      if (second.state === 'due') await giveSecondPaymentBack(context, order.id, second);
  return settled;
}

/** What a round knows of the provider. */
interface Asking {
  isAway: boolean;
}

const isProviderAway = (error: unknown) =>
  error instanceof ProblemError && error.code === 'service-unavailable';

/** From any of them on and round: the provider may be away for one order only, and the same one must not come first each time. */
function beginningAnywhere<T>(all: readonly T[]): T[] {
  const start = Math.floor(Math.random() * all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}

async function settleUnpaid(
  context: PaymentsContext,
  order: Order,
  asking: Asking,
): Promise<'paid' | 'cancelled' | 'kept' | 'left'> {
  const { id: orderId, payUntil, card } = order;
  const isPatient = payUntil !== null && context.now().getTime() < payUntil.getTime() + patienceMs;
  if (asking.isAway && card?.sessionId && isPatient) return 'left';
  try {
    const session = asking.isAway ? undefined : await closedSession(context, order);
    if (session?.state === 'paid') {
      await recordPayment(context, session);
      return 'paid';
    }
    if (session?.state === 'processing' && card?.isDeclined !== true && isPatient) return 'left';
  } catch (error) {
    asking.isAway ||= isProviderAway(error);
    context.logger.warn({ err: error, orderId }, 'the payment of an overdue order could not be read');
    // Money that comes later goes back by itself.
    if (isPatient) return 'left';
  }
  const change = byShop(context);
  const after = await changeOrder(
    context,
    orderId,
    (current) => forgetWhenOver(cancelUnpaid(current, change), change) ?? keepUnpaid(current, change),
  );
  if (after.orderStatus === 'cancelled') return 'cancelled';
  return after.payUntil === null && after.paymentStatus !== 'paid' ? 'kept' : 'left';
}

/** What the order's page came to, after nobody can pay there any more. */
async function closedSession(
  { provider }: PaymentsContext,
  { card }: Order,
): Promise<PaymentSession | undefined> {
  return card?.sessionId ? provider.closePage(card.sessionId) : undefined;
}

/** True when the money is on its way back. */
async function giveBack(context: PaymentsContext, order: Order, giving: Asking): Promise<boolean> {
  const { id: orderId, refund } = order;
  try {
    // Before the attempt: whatever becomes of it, the next round begins with others.
    await context.orders.refundTried(orderId, context.now());
    const after = await giveMoneyBackByCard(context, order);
    return after.refund?.state === 'done';
  } catch (error) {
    giving.isAway ||= isProviderAway(error);
    const waitingMs = refund === null ? 0 : context.now().getTime() - refund.since.getTime();
    const line = { err: error, orderId, waitingMs };
    if (waitingMs > refundAlarmMs) context.logger.error(line, 'money waits to go back');
    else context.logger.warn(line, 'money could not go back yet');
    return false;
  }
}
