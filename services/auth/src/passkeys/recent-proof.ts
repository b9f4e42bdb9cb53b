import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { requireLiveSession, requireProof } from '../sessions/live-session.ts';

/**
 * The caller's account and session, if it was signed in or proved within ten minutes: a stolen session neither adds a
 * passkey nor removes one (AUTH-W3). Rejects with `proof-needed`, and with `passkey-needed` for a person of the staff who
 * has a passkey and did not use it.
 */
export async function requireRecentProof(context: AuthContext, caller: Caller<'customer'>) {
  requireOwnPage(caller);
  const { user, session, needsPasskey } = await requireLiveSession(context, caller.identity);
  const passkeyList = await context.passkeys.list(user.id);
  if (needsPasskey && passkeyList.passkeys.length > 0)
    throw new ProblemError('passkey-needed', 'Please sign in again with your passkey or a recovery code.');
  requireProof(context, session);
  return { user, session, ...passkeyList };
}
