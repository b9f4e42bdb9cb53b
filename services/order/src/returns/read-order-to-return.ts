import type { OrderToReturn } from '@kinmel/contracts';
import { ProblemError, pick } from '@kinmel/service-kit';
import type { ReturnsContext } from './claim-return.ts';
import { leftToRefund, returnedPieces, returnTimeOf, termsOf } from './return.rules.ts';

/**
 * An order with the terms of its own policy version; the return period is that of the policy in force.
 * @param returnId a return whose claim is ignored
 */
export async function readOrderToReturn(
  { orders, policies, now }: Pick<ReturnsContext, 'orders' | 'policies' | 'now'>,
  orderId: string,
  returnId?: string,
): Promise<OrderToReturn> {
  const storedOrder = await orders.find(orderId);
  if (storedOrder === undefined) throw new ProblemError('not-found', 'There is no such order.');
  const order = {
    ...storedOrder,
    openReturns: storedOrder.openReturns?.filter(({ id }) => id !== returnId) ?? [],
  };
  const { until, problem } = returnTimeOf(order, (await policies.inForce()).returns.days, now());
  return {
    orderId,
    ...pick(order, 'orderNumber', 'userId', 'paymentMethod'),
    customer: pick(order.customerDetails, 'name', 'email', 'phone'),
    ...termsOf(order, await policies.of(order.policyVersion)),
    returned: returnedPieces(order),
    left: leftToRefund(order),
    returnUntil: until?.toISOString() ?? null,
    problem,
  };
}
