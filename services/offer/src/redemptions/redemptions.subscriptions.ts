import { orderCancelled, orderPlaced, orderStatusChanged } from '@kinmel/contracts';
import { onEvent, onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import {
  type FollowContext,
  ordersWerePlaced,
  orderWasCancelled,
  orderWasConfirmed,
} from './follow-order.ts';

export const redemptionsSubscriptions = (context: FollowContext): SubscriptionDefinition[] => [
  onEvents(orderPlaced, (events, { session }) =>
    ordersWerePlaced(
      context,
      events.map(({ data }) => data),
      session,
    ),
  ),
  onEvent(orderStatusChanged, async ({ data, traceparent }, { session }) => {
    // A status beyond confirmed says the same: the step in between may have been skipped (SIL-38).
    if (data.to === 'pending' || data.to === 'cancelled') return;
    await orderWasConfirmed(context, data.orderId, session, traceparent);
  }),
  onEvent(orderCancelled, ({ data }, { session }) => orderWasCancelled(context, data.orderId, session)),
];
