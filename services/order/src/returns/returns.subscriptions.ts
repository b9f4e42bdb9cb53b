import { deviceSentBack, type ReturnStatus, returnSettled, returnStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver } from '../orders/order.rules.ts';
import type { BuyBack } from '../orders/order.ts';
import { systemChangeContext } from '../payments/payments-context.ts';
import { endBuyBack } from './buy-back.rules.ts';
import type { ReturnsContext } from './claim-return.ts';
import { endClaim } from './return-claim.rules.ts';
import { settleReturnOf } from './settle-return.ts';

/** Statuses in which the customer kept the goods, or got them back. */
const goodsWithCustomer: readonly ReturnStatus[] = ['rejected', 'cancelled', 'sent-back'];

/** ORD-R3, ORD-R8, ORD-R10: the events that end the claim of a return, or of a phone that the shop was to buy back. */
export const returnsSubscriptions = (
  context: Omit<ReturnsContext, 'askReturn'>,
): SubscriptionDefinition[] => [
  onEvent(returnSettled, ({ data, traceparent }, delivery) =>
    settleReturnOf(context, data, delivery, traceparent),
  ),
  onEvent(returnStatusChanged, async ({ data, aggregateVersion: version, traceparent }, { session }) => {
    const { orderId, requestId: id, to } = data;
    if (!goodsWithCustomer.includes(to)) return;
    const change = systemChangeContext(context, traceparent);
    await changeOrder(
      context,
      orderId,
      (order) => forgetWhenOver(endClaim(order, { id, version }, change), change),
      { session },
    );
  }),
  onEvent(deviceSentBack, async ({ data, aggregateVersion: version, traceparent }, { session }) => {
    const { orderId, deviceId } = data;
    if (orderId === undefined) return;
    const change = systemChangeContext(context, traceparent);
    const isOver = (one: BuyBack) => one.deviceId === deviceId && one.version < version;
    await changeOrder(context, orderId, (order) => endBuyBack(order, isOver, change), { session });
  }),
];
