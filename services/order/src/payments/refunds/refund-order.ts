import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver, hasOnlinePayment } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import type { OrdersContext } from '../../orders/orders-context.ts';
import { refundedByHand, requestRefund } from '../payment.rules.ts';
import { withProviderTimeout } from '../wait-for-provider.ts';
import { refundOnlinePayment } from './refund-online-payment.ts';

export interface StaffRefund {
  readonly orderId: string;
  readonly adminId: string;
  readonly staff?: StaffCall | undefined;
  readonly note: string;
  readonly traceparent?: string | undefined;
}

/**
 * Refunds a paid order for staff; idempotent. Rejects when the provider fails or is late: the refund then stays due for
 * the sweep.
 */
export async function refundOrder(
  context: OrdersContext,
  { orderId, adminId, staff, note, traceparent }: StaffRefund,
): Promise<Order> {
  const actor = { by: 'admin', who: adminId } as const;
  const order = await changeOrder(
    context,
    orderId,
    (current) => {
      const change = { now: context.now(), actor, traceparent };
      return hasOnlinePayment(current)
        ? requestRefund(current, note, change)
        : forgetWhenOver(refundedByHand(current, note, change), change);
    },
    { by: staff },
  );
  if (order.refund?.state !== 'due') return order;
  if (context.cards === undefined)
    throw new ProblemError('service-unavailable', 'No payment provider is configured.');
  return withProviderTimeout(refundOnlinePayment(context.cards, order, traceparent), context.logger);
}
