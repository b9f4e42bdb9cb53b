import { type Identity, ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import { isOfCredential } from './refresh-session.ts';
import type { SessionState } from './session.ts';
import type { SessionsContext } from './sessions-context.ts';

/**
 * The caller's account and session as they are now. An access token outlives its session by some minutes; what concerns the
 * account itself does not wait for that. Rejects with `not-signed-in` when either is gone.
 */
export async function requireLiveSession(
  context: SessionsContext,
  identity: Identity | undefined,
): Promise<{ user: UserState; session: SessionState }> {
  if (identity) {
    const [user, session] = await Promise.all([
      context.users.find(identity.userId),
      context.sessions.find(identity.sessionId),
    ]);
    const isLive =
      session?.userId === identity.userId && session.endedAt === null && session.expiresAt > context.now();
    if (user && session && isLive && isOfCredential(session, user)) return { user, session };
  }
  throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}
