import { type passkeyChanges, passkeysChanged } from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';
import { type UserState, userEvent } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { deviceName } from '../sessions/tokens/device-name.ts';

/** The event that mails the owner. It has the version of the account, which the change does not raise. */
export const passkeysChangedEvent = (
  { now }: Pick<AuthContext, 'now'>,
  user: UserState,
  change: (typeof passkeyChanges)[number],
  caller: Pick<Caller, 'traceparent'> & Partial<Pick<Caller, 'headers' | 'address'>>,
  passkey = '',
): WireEvent =>
  userEvent(
    passkeysChanged,
    user,
    {
      change,
      passkey,
      device: caller.headers ? deviceName(caller.headers['user-agent']) : '',
      address: caller.address ?? '',
      changedAt: now().toISOString(),
    },
    caller,
  );
