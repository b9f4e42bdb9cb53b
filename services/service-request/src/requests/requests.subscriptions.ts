import { userDeleted } from '@kinmel/contracts';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type ForgetContext, forgetCustomer } from './forget-requests.ts';

export const requestsSubscriptions = (
  context: Pick<ForgetContext, 'forgettable' | 'goneCustomers' | 'now'> & AuditContext,
): SubscriptionDefinition[] => [
  onEvent(userDeleted, async ({ data: { userId } }, { session }) => {
    await forgetCustomer(context, userId, session);
    // Of staff: the name leaves what they did.
    await context.audit.forgetPerson(userId, session);
  }),
];
