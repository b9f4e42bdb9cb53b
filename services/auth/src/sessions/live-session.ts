import { type Identity, type LiveSession, ProblemError } from '@kinmel/service-kit';
import { rolesOf, type UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { needsPasskey } from '../passkeys/staff-passkey.ts';
import { isOfCredential } from './refresh-session.ts';
import type { SessionState } from './session.ts';

/** The owner of a session with the current role and name; null once it has ended (rule AUTH-S8). */
export async function findLiveSession(
  context: Pick<AuthContext, 'users' | 'sessions' | 'now' | 'passkeySettings'>,
  sessionId: string,
): Promise<LiveSession | null> {
  const session = await context.sessions.find(sessionId);
  const user = session && (await context.users.find(session.userId));
  if (!session || !user || !isLive(session, user, context.now())) return null;
  const isWithoutPasskey = needsPasskey(context, user, session);
  return {
    userId: user.id,
    role: user.role,
    // A service that does not know `needsPasskey` refuses too.
    staffRoles: isWithoutPasskey ? [] : [...rolesOf(user)],
    name: user.fullName,
    email: user.email,
    provedAt: (session.provedAt ?? session.signedInAt).toISOString(),
    ...(isWithoutPasskey ? { needsPasskey: true } : {}),
  };
}

/**
 * The caller's current account and session. Access tokens outlive their session by minutes, which calls about the
 * account itself must not. Rejects with `not-signed-in`.
 */
export async function requireLiveSession(
  context: AuthContext,
  { userId, sessionId }: Identity,
): Promise<{ user: UserState; session: SessionState; needsPasskey: boolean }> {
  const [user, session] = await Promise.all([context.users.find(userId), context.sessions.find(sessionId)]);
  if (user && session && isLive(session, user, context.now()))
    return { user, session, needsPasskey: needsPasskey(context, user, session) };
  throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

const isLive = (session: SessionState, user: UserState, now: Date): boolean =>
  session.userId === user.id &&
  session.endedAt === null &&
  session.expiresAt > now &&
  isOfCredential(session, user);
