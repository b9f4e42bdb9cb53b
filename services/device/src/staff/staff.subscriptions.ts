import { userDeleted } from '@kinmel/contracts';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { DevicesStore } from '../devices/devices.store.ts';

type HandlerContext = AuditContext & { readonly devices: Pick<DevicesStore, 'forgetPerson'> };

/** DEV-D10: removes the name of a deleted staff account from the audit and from the history of devices. */
export const staffSubscriptions = ({ audit, devices }: HandlerContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, async ({ data: { userId } }, { session }) => {
    await audit.forgetPerson(userId, session);
    await devices.forgetPerson(userId, session);
  }),
];
