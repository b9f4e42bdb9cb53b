import { userDeleted } from '@kinmel/contracts';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { forgetCustomer } from './forget-requests.ts';
import type { RequestsContext } from './submit-request.ts';

export const requestsSubscriptions = (context: RequestsContext & AuditContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, async ({ data: { userId } }, { session }) => {
    await forgetCustomer(context, userId, session);
    // Erases the name of a deleted staff account from the audit.
    await context.audit.forgetPerson(userId, session);
  }),
];
