import type { EventContext } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { type SettledReturn, settleReturn } from './return.rules.ts';

/**
 * R3: refunds a settled return in the session's transaction, once. What goes back to the payment is made by the sweep.
 */
export async function settleReturnOf(
  context: Pick<OrdersContext, 'orders' | 'documents' | 'ledger' | 'now' | 'sendEvents'>,
  { traceparent, ...settled }: SettledReturn & { readonly traceparent?: string | undefined },
  { session, log }: EventContext,
): Promise<void> {
  const { orderId, requestId: returnId, reference, refund } = settled;
  const change = { now: context.now(), actor: { by: 'shop', who: null }, traceparent } as const;
  const order = await changeOrder(
    context,
    orderId,
    (current) => forgetWhenOver(settleReturn(current, settled, change), change),
    { session },
  );
  const made = order.returns?.find(({ id }) => id === returnId);
  const amountInMinorUnits = made ? made.amountInMinorUnits + made.creditInMinorUnits : 0;
  if (amountInMinorUnits < refund.amountInMinorUnits)
    log.error(
      { orderId, returnId, reference, refund, amountInMinorUnits },
      'a return is refunded with less than was agreed: the order has no more',
    );
}
