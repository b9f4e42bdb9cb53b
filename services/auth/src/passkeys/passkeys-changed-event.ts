import { type passkeyChanges, passkeysChanged } from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import { personOf, type UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { deviceName } from '../sessions/tokens/device-name.ts';

/** The event that mails the owner. It has the version of the account, which the change does not raise. */
export const passkeysChangedEvent = (
  { now }: Pick<AuthContext, 'now'>,
  user: UserState,
  change: (typeof passkeyChanges)[number],
  {
    headers,
    address = '',
    traceparent,
  }: Pick<Caller, 'traceparent'> & Partial<Pick<Caller, 'headers' | 'address'>>,
  passkey = '',
): WireEvent =>
  createEvent(passkeysChanged, {
    aggregateId: user.id,
    aggregateVersion: user.version,
    data: {
      ...personOf(user),
      change,
      passkey,
      device: headers ? deviceName(headers['user-agent']) : '',
      address,
      changedAt: now().toISOString(),
    },
    traceparent,
  });
