import { type Identity, type LiveSession, ProblemError, proofMs } from '@kinmel/service-kit';
import { rolesOf, type UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { needsPasskey } from '../passkeys/staff-passkey.ts';
import { endOneSession } from './end-sessions.ts';
import { isOfCredential } from './refresh-session.ts';
import type { SessionState } from './session.ts';
import { endOfLife, endsOf, isNewActivity } from './session-lives.rules.ts';

/**
 * The owner of a session with the current role and name; null once it has ended (rule AUTH-S8).
 * @param isBackground the page sent the request without a user action, so it does not extend a session of staff
 */
export async function findLiveSession(
  context: AuthContext,
  sessionId: string,
  { isBackground = true }: { readonly isBackground?: boolean | undefined } = {},
): Promise<LiveSession | null> {
  const session = await context.sessions.find(sessionId);
  const user = session && (await context.users.find(session.userId));
  if (!session || !user || !(await isLive(context, session, user))) return null;
  const now = context.now();
  if (!isBackground && user.role === 'admin' && isNewActivity(session, now))
    await context.sessions.noteActivity(session, now);
  const isWithoutPasskey = needsPasskey(context, user, session);
  return {
    userId: user.id,
    role: user.role,
    // Empty, so that services of an older version, which ignore `needsPasskey`, refuse too.
    staffRoles: isWithoutPasskey ? [] : [...rolesOf(user)],
    name: user.fullName,
    email: user.email,
    provedAt: provedAtOf(session).toISOString(),
    ...(isWithoutPasskey ? { needsPasskey: true } : {}),
  };
}

/** When the password was last entered or a passkey used in the session. */
export const provedAtOf = ({ provedAt, signedInAt }: SessionState): Date => provedAt ?? signedInAt;

/** AUTH-P7, for calls of customers too. Rejects with `proof-needed` when the password was entered too long ago. */
export function requireProof({ now }: Pick<AuthContext, 'now'>, session: SessionState): void {
  if (now().getTime() - provedAtOf(session).getTime() > proofMs) throw new ProblemError('proof-needed');
}

/**
 * The caller's current account and session. Access tokens outlive their session by minutes; calls about the
 * account itself must not accept them then. Rejects with `not-signed-in`.
 */
export async function requireLiveSession(
  context: AuthContext,
  { userId, sessionId }: Identity,
): Promise<{ user: UserState; session: SessionState; needsPasskey: boolean }> {
  const [user, session] = await Promise.all([context.users.find(userId), context.sessions.find(sessionId)]);
  if (user && session && (await isLive(context, session, user)))
    return { user, session, needsPasskey: needsPasskey(context, user, session) };
  throw new ProblemError('not-signed-in', 'Please sign in to continue.');
}

/** Ends a session that has reached its maximum age or idle time. */
async function isLive(context: AuthContext, session: SessionState, user: UserState): Promise<boolean> {
  if (session.userId !== user.id || session.endedAt !== null || !isOfCredential(session, user)) return false;
  if (endOfLife(endsOf(session, user.role, context.sessionLimits), context.now()) === undefined) return true;
  await endOneSession(context, session, 'expired');
  return false;
}
