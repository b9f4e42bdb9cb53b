import { userDeleted } from '@kinmel/contracts';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';

/** Removes the name of a deleted staff account from the audit trail. */
export const staffSubscriptions = ({ audit }: AuditContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, ({ data: { userId } }, { session }) => audit.forgetPerson(userId, session)),
];
