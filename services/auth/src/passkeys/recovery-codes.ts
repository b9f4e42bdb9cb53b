import type { BodyOf, logInWithRecoveryCode as logInEndpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { type BegunSession, beginSession } from '../sessions/begin-session.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { passkeysChangedEvent } from './passkeys-changed-event.ts';
import { requireRecentProof } from './recent-proof.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-code.ts';

/** Starts a session and uses up the recovery code. An unknown address and a wrong code are answered the same. */
export async function logInWithRecoveryCode(
  context: AuthContext,
  { email, code }: BodyOf<typeof logInEndpoint>,
  caller: Caller,
): Promise<BegunSession> {
  requireOwnPage(caller);
  await context.limits.login(caller.address);
  const hash = recoveryCodeHash(code);
  const user = await context.passkeys.findByRecoveryCode(email, hash);
  const usedEvent = user && passkeysChangedEvent(context, user, 'recovery-code-used', caller);
  if (!user || !usedEvent || !(await context.passkeys.deleteRecoveryCode(user.id, hash, [usedEvent])))
    throw new ProblemError('wrong-credentials', 'The email or the recovery code is not right.');
  context.sendEvents();
  return beginSession(context, user, caller, 'Login successful', 'recovery-code');
}

/** Ten new codes instead of all earlier ones. Rejects with `conflict` for an account without passkeys. */
export async function renewRecoveryCodes(
  context: AuthContext,
  caller: Caller<'customer'>,
): Promise<{ recoveryCodes: string[] }> {
  const { user } = await requireRecentProof(context, caller);
  const { codes, hashes } = newRecoveryCodes();
  const renewedEvent = passkeysChangedEvent(context, user, 'recovery-codes-renewed', caller);
  if (!(await context.passkeys.saveRecoveryCodes(user.id, hashes, [renewedEvent])))
    throw new ProblemError('conflict', 'Recovery codes replace a passkey, and you have none.');
  context.sendEvents();
  return { recoveryCodes: codes };
}
