import { type Identity, type LiveSession, ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import { isOfCredential } from './refresh-session.ts';
import type { SessionState } from './session.ts';
import type { SessionsContext } from './sessions-context.ts';

/** Whose a session is while it lives, and what that person may do now, and their name; null once it has ended (rule S8). */
export async function findLiveSession(
  context: Pick<SessionsContext, 'users' | 'sessions' | 'now'>,
  sessionId: string,
): Promise<LiveSession | null> {
  const session = await context.sessions.find(sessionId);
  const user = session && (await context.users.find(session.userId));
  return session && user && isLive(session, user, context.now())
    ? { userId: user.id, role: user.role, name: user.fullName }
    : null;
}

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
    if (user && session && isLive(session, user, context.now())) return { user, session };
  }
  throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const isLive = (session: SessionState, user: UserState, now: Date): boolean =>
  session.userId === user.id &&
  session.endedAt === null &&
  session.expiresAt > now &&
  isOfCredential(session, user);
