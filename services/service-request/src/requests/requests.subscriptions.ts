import { userDeleted } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type ForgetContext, forgetCustomer } from './forget-requests.ts';

export const requestsSubscriptions = (
  context: Pick<ForgetContext, 'forgettable' | 'goneCustomers' | 'now'>,
): SubscriptionDefinition[] => [
  onEvent(userDeleted, ({ data: { userId } }, { session }) => forgetCustomer(context, userId, session)),
];
