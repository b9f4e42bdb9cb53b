import { userDeleted } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { forgetBuyerOf } from './changes/forget-buyer.ts';
import type { OrdersContext } from './orders-context.ts';

export const ordersSubscriptions = (
  context: Pick<OrdersContext, 'orders' | 'now'>,
): SubscriptionDefinition[] => [
  onEvent(userDeleted, ({ data }, { session }) => forgetBuyerOf(context, data.userId, session)),
];
