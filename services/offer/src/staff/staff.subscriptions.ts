import { userDeleted } from '@kinmel/contracts';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';

/** The name of a person of the staff leaves what they did with their account. */
export const staffSubscriptions = ({ audit }: AuditContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, ({ data: { userId } }, { session }) => audit.forgetPerson(userId, session)),
];
