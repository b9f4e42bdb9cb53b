import type { Assertion } from '@kinmel/contracts';
import { noteSecurityEvent } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { type BegunSession, beginSession } from '../sessions/begin-session.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import type { ChallengePurpose } from './challenges.store.ts';
import { passkeyRefused } from './passkey.ts';
import { assertionOptions, verifyAssertion } from './relying-party.ts';

/** Verifies and stores a use. Resolves with the owner. Rejects with `passkey-refused`. */
async function usePasskey(
  context: AuthContext,
  { purpose, credential, userId }: { purpose: ChallengePurpose; credential: Assertion; userId?: string },
  caller: Pick<Caller, 'log' | 'address'>,
): Promise<UserState> {
  const { passkeys } = context;
  const { user, use } = await verifyAssertion(context, purpose, credential, async (credentialId) => {
    const owner = await passkeys.findOwner(credentialId);
    return userId === undefined || owner?.user.id === userId ? owner : undefined;
  });
  if (await passkeys.saveUse(user.id, use, context.now())) return user;
  const current = await passkeys.findOwner(use.credentialId);
  // AUTH-W4
  if (current && !current.user.suspendedAt)
    noteSecurityEvent(caller.log, 'passkey-cloned', { accountId: user.id, address: caller.address });
  throw passkeyRefused();
}

/** Options for signing in with any passkey of the shop that the person has. */
export async function startPasskeyLogIn(context: AuthContext, caller: Caller) {
  requireOwnPage(caller);
  await context.limits.passkey(caller.address);
  return assertionOptions(context, 'log-in');
}

/** Starts a session with a passkey. */
export async function logInWithPasskey(
  context: AuthContext,
  credential: Assertion,
  caller: Caller,
): Promise<BegunSession> {
  requireOwnPage(caller);
  await context.limits.login(caller.address);
  const user = await usePasskey(context, { purpose: 'log-in', credential }, caller);
  return beginSession(context, user, caller, 'Login successful', 'passkey');
}

/** Options for confirming the caller's session with one of the caller's passkeys; null without a passkey. */
export async function startPasskeyProof(context: AuthContext, caller: Caller<'customer'>) {
  requireOwnPage(caller);
  const { user, session } = await requireLiveSession(context, caller.identity);
  const { passkeys } = await context.passkeys.list(user.id);
  if (passkeys.length === 0) return null;
  await context.limits.passkey(caller.address);
  return assertionOptions(context, `proof ${session.id}`, passkeys);
}

/** Checks a passkey of the caller for the session that asked. Rejects with `passkey-refused`, also for another user's. */
export const requireOwnPasskey = (
  context: AuthContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  credential: Assertion,
  caller: Pick<Caller, 'log' | 'address'>,
) => usePasskey(context, { purpose: `proof ${sessionId}`, credential, userId }, caller);
