import { orderCancelled, orderPlaced, orderStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type FollowContext, orderWasCancelled, orderWasConfirmed, orderWasPlaced } from './follow-order.ts';

export const redemptionsSubscriptions = (context: FollowContext): SubscriptionDefinition[] => [
  onEvent(orderPlaced, ({ data }, { session }) => orderWasPlaced(context, data, session)),
  onEvent(orderStatusChanged, async ({ data, traceparent }, { session }) => {
    // A later status also confirms the order, because staff may skip the status `confirmed`.
    if (data.to === 'pending' || data.to === 'cancelled') return;
    await orderWasConfirmed(context, data.orderId, session, traceparent);
  }),
  onEvent(orderCancelled, ({ data }, { session }) => orderWasCancelled(context, data.orderId, session)),
];
