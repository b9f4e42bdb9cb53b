import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import { handBackPayment as handBack, refundByProviderError } from '../payment.rules.ts';
import type { RefundContext, StaffRefund } from './refund-order.ts';

interface HandBackRequest
  extends Pick<StaffRefund, 'orderId' | 'adminId' | 'staff' | 'note' | 'traceparent'> {
  readonly paymentId: string;
}

/**
 * ORD-O23: records that staff gave back a payment that the order did not use; idempotent. Holds the claim of the
 * payment, so that the sweep does not request the same refund meanwhile.
 */
export async function handBackPayment(
  context: RefundContext,
  { orderId, paymentId, adminId, staff, note, traceparent }: HandBackRequest,
): Promise<Order> {
  const change = { now: context.now(), actor: { by: 'admin', who: adminId } as const, traceparent };
  const decide = (order: Order) => forgetWhenOver(handBack(order, { paymentId, note }, change), change);
  const order = await changeOrder(context, orderId, () => undefined);
  // The id becomes a field name of the claim, so it must be that of a payment of the order.
  if (decide(order) === undefined) return order;
  const save = () => changeOrder(context, orderId, decide, { by: staff });
  const { openPayments } = context.onlinePayments;
  const claim = await openPayments.claimRefund(orderId, paymentId);
  if (claim === undefined) throw refundByProviderError();
  const isSettled = claim.requestedRefund === undefined;
  try {
    if (!isSettled) throw refundByProviderError();
    return await save();
  } finally {
    await openPayments.endRefund(orderId, paymentId, claim, isSettled);
  }
}
