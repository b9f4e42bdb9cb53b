import { userDeleted } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { forgetBuyerOf } from './changes/forget-buyer.ts';
import type { OrdersContext } from './orders-context.ts';

export const ordersSubscriptions = (context: OrdersContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, async ({ data: { userId } }, { session }) => {
    await context.deletedAccounts.note(userId, context.now(), session);
    await forgetBuyerOf(context, userId, session);
    await context.audit.forgetNotes(userId, session);
    // Removes the name of a deleted staff account.
    await context.audit.forgetPerson(userId, session);
  }),
];
