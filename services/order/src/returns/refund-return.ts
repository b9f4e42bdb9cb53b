import type { BodyOf, refundReturn as endpoint, ParamsOf } from '@kinmel/contracts';
import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { refundReturnedPart } from '../payments/refunds/refund-online-payment.ts';
import { withProviderTimeout } from '../payments/wait-for-provider.ts';
import { refundReturn } from './return.rules.ts';

type StaffRefund = ParamsOf<typeof endpoint> &
  BodyOf<typeof endpoint> & {
    readonly adminId: string;
    readonly staff?: StaffCall | undefined;
    readonly traceparent?: string | undefined;
  };

/** R5: makes the refund of a return again for staff, or records that they handed it back; idempotent. */
export async function refundReturnOf(
  context: OrdersContext,
  { orderId, adminId, staff, traceparent, ...asked }: StaffRefund,
): Promise<Order> {
  const actor = { by: 'admin', who: adminId } as const;
  const order = await changeOrder(
    context,
    orderId,
    (current) => {
      const change = { now: context.now(), actor, traceparent };
      return forgetWhenOver(refundReturn(current, asked, change), change);
    },
    { by: staff },
  );
  const due = order.returns?.find(({ id, state }) => id === asked.returnId && state === 'due');
  if (due === undefined) return order;
  if (context.cards === undefined)
    throw new ProblemError('service-unavailable', 'No payment provider is configured.');
  return withProviderTimeout(refundReturnedPart(context.cards, order, due, traceparent), context.logger);
}
