import { type Identity, type LiveSession, ProblemError } from '@kinmel/service-kit';
import { rolesOf, type UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { isOfCredential } from './refresh-session.ts';
import type { SessionState } from './session.ts';

/** The owner of a session with the current role and name; null once it has ended (rule AUTH-S8). */
export async function findLiveSession(
  context: Pick<AuthContext, 'users' | 'sessions' | 'now'>,
  sessionId: string,
): Promise<LiveSession | null> {
  const session = await context.sessions.find(sessionId);
  const user = session && (await context.users.find(session.userId));
  return session && user && isLive(session, user, context.now())
    ? {
        userId: user.id,
        role: user.role,
        staffRoles: [...rolesOf(user)],
        name: user.fullName,
        email: user.email,
        provedAt: provedAtOf(session).toISOString(),
      }
    : null;
}

/** When the password was last entered in the session. */
export const provedAtOf = ({ provedAt, signedInAt }: SessionState): Date => provedAt ?? signedInAt;

/**
 * The caller's current account and session. Access tokens outlive their session by minutes, which calls about the
 * account itself must not. Rejects with `not-signed-in`.
 */
export async function requireLiveSession(
  context: AuthContext,
  { userId, sessionId }: Identity,
): Promise<{ user: UserState; session: SessionState }> {
  const [user, session] = await Promise.all([context.users.find(userId), context.sessions.find(sessionId)]);
  if (user && session && isLive(session, user, context.now())) return { user, session };
  throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const isLive = (session: SessionState, user: UserState, now: Date): boolean =>
  session.userId === user.id &&
  session.endedAt === null &&
  session.expiresAt > now &&
  isOfCredential(session, user);
