import { orderCancelled, orderPlaced, orderStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type FollowContext, orderWasCancelled, orderWasConfirmed, orderWasPlaced } from './follow-order.ts';

export const redemptionsSubscriptions = (context: FollowContext): SubscriptionDefinition[] => [
  onEvent(orderPlaced, ({ data }, { session }) => orderWasPlaced(context, data, session)),
  onEvent(orderStatusChanged, async ({ data, traceparent }, { session }) => {
    // Later statuses confirm too, because the step may have been skipped.
    if (data.to === 'pending' || data.to === 'cancelled') return;
    await orderWasConfirmed(context, data.orderId, session, traceparent);
  }),
  onEvent(orderCancelled, ({ data }, { session }) => orderWasCancelled(context, data.orderId, session)),
];
