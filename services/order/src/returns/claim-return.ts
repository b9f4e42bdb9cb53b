import { settleReturnClaim } from '@kinmel/contracts';
import type { ServiceClient } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import { systemChangeContext } from '../payments/payments-context.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { type Claim, type ClaimState, claimReturn, settleClaim } from './return-claim.rules.ts';

export interface ReturnsContext
  extends Pick<OrdersContext, 'orders' | 'followUps' | 'now' | 'sendEvents' | 'logger'> {
  readonly policies: Pick<PoliciesStore, 'inForce' | 'of'>;
  /** Asks service-request whether a return needs its claim; rejects while it does not answer. */
  readonly askReturn: (returnId: string) => Promise<ClaimState>;
}

export const askServiceRequest =
  (serviceRequest: ServiceClient): ReturnsContext['askReturn'] =>
  async (returnId) =>
    (await serviceRequest.call(settleReturnClaim, { params: { returnId } })).state;

/** ORD-R8: claims pieces of an order for a return. */
export async function claimReturnOf(
  context: Omit<ReturnsContext, 'askReturn'>,
  { orderId, traceparent, ...claim }: Claim & { readonly orderId: string; readonly traceparent: string },
): Promise<void> {
  const { days } = (await context.policies.inForce()).returns;
  const change = systemChangeContext(context, traceparent);
  await changeOrder(context, orderId, (order) => claimReturn(order, claim, days, change));
}

/** ORD-R8: settles claims whose step may not have been saved. Safe on several instances at once. */
export async function settleClaims(context: ReturnsContext): Promise<void> {
  const { orders, askReturn, now, logger } = context;
  for (const { id: orderId, openReturns = [] } of await orders.listToSettle(now())) {
    for (const claim of openReturns.filter(({ askAt }) => askAt !== null && askAt <= now())) {
      try {
        const state = await askReturn(claim.id);
        const change = systemChangeContext(context);
        const decide = (order: Order) => forgetWhenOver(settleClaim(order, claim, state, change), change);
        await changeOrder(context, orderId, decide);
        if (state !== 'open')
          logger.info({ orderId, returnId: claim.id, state }, 'a claim of a return was released');
      } catch (error) {
        logger.warn(
          { err: error, orderId, returnId: claim.id },
          'a claim of a return could not be settled yet',
        );
      }
    }
  }
}
