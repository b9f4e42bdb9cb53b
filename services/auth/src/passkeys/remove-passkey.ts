import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { passkeysChangedEvent } from './passkeys-changed-event.ts';
import { requireRecentProof } from './recent-proof.ts';

export const unknownPasskey = () => new ProblemError('not-found', 'There is no such passkey.');

/**
 * Removes a passkey of the caller, and with the last one all recovery codes. Where staff need one, their last passkey stays
 * (`conflict`): otherwise the password alone would open the account again.
 */
export async function removePasskey(
  context: AuthContext,
  id: string,
  caller: Caller<'customer'>,
): Promise<void> {
  const { user, passkeys } = await requireRecentProof(context, caller);
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw unknownPasskey();
  const keepsOne = context.passkeySettings.isRequiredOfStaff && user.role === 'admin';
  const removed = passkeysChangedEvent(context, user, 'removed', caller, passkey.name);
  if (!(await context.passkeys.delete(user.id, id, keepsOne, [removed]))) {
    if (!keepsOne) throw unknownPasskey();
    throw new ProblemError('conflict', 'This is your last passkey. Please add another one first.');
  }
  context.sendEvents();
}
