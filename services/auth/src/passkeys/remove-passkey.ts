import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { passkeysChangedEvent } from './passkeys-changed-event.ts';
import { requireRecentProof } from './recent-proof.ts';

export const unknownPasskey = () => new ProblemError('not-found', 'There is no such passkey.');

/**
 * Removes a passkey of the caller, and with the last one all recovery codes. Where staff need a passkey, their last one
 * stays (`conflict`): otherwise the password alone would be enough to sign in again.
 */
export async function removePasskey(
  context: AuthContext,
  id: string,
  caller: Caller<'customer'>,
): Promise<void> {
  const { user, passkeys } = await requireRecentProof(context, caller);
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw unknownPasskey();
  const mustKeepOne = context.passkeySettings.isRequiredOfStaff && user.role === 'admin';
  const removedEvent = passkeysChangedEvent(context, user, 'removed', caller, passkey.name);
  if (!(await context.passkeys.delete(user.id, id, mustKeepOne, [removedEvent]))) {
    if (!mustKeepOne) throw unknownPasskey();
    throw new ProblemError('conflict', 'This is your last passkey. Please add another one first.');
  }
  context.sendEvents();
}
