import { returnSettled, userDeleted } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { settleReturnOf } from '../returns/settle-return.ts';
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
  onEvent(returnSettled, ({ data, traceparent }, delivery) =>
    settleReturnOf(context, data, delivery, traceparent),
  ),
];
