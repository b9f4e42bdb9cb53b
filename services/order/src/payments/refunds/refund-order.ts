import type { StaffCall } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver, hasOnlinePayment } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import type { OrdersContext } from '../../orders/orders-context.ts';
import { refundReturn } from '../../returns/return.rules.ts';
import { markRefundedByHand, requestRefund } from '../payment.rules.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withProviderTimeout } from '../wait-for-provider.ts';
import { refundOnlinePayment } from './refund-online-payment.ts';
import { refundOf } from './refund-step.rules.ts';

export interface StaffRefund {
  readonly orderId: string;
  readonly adminId: string;
  readonly staff?: StaffCall | undefined;
  readonly note: string;
  readonly traceparent?: string | undefined;
  /** Refunds or records only this return (ORD-R5). */
  readonly returnId?: string;
  readonly isByHand?: boolean;
}

export interface RefundContext
  extends Pick<OrdersContext, 'orders' | 'followUps' | 'now' | 'sendEvents' | 'logger'> {
  readonly onlinePayments: PaymentsContext;
}

/**
 * Refunds a paid order, or a return of it, for staff; idempotent. Rejects when the provider fails or is late: the refund
 * then stays due for the sweep.
 */
export async function refundOrder(
  context: RefundContext,
  { orderId, adminId, staff, note, traceparent, returnId, isByHand = false }: StaffRefund,
): Promise<Order> {
  const actor = { by: 'admin', who: adminId } as const;
  const order = await changeOrder(
    context,
    orderId,
    (current) => {
      const change = { now: context.now(), actor, traceparent };
      if (returnId !== undefined)
        return forgetWhenOver(refundReturn(current, { returnId, isByHand, note }, change), change);
      return hasOnlinePayment(current)
        ? requestRefund(current, note, change)
        : forgetWhenOver(markRefundedByHand(current, note, change), change);
    },
    { by: staff },
  );
  if (refundOf(order, returnId)?.state !== 'due') return order;
  return withProviderTimeout(
    refundOnlinePayment(context.onlinePayments, order, traceparent, returnId),
    context.logger,
  );
}
