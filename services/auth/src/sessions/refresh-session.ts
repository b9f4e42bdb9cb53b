import { noteSecurityEvent, ProblemError, type SecurityEvent } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { answerSession, type BegunSession, sessionEnd } from './begin-session.ts';
import { type Caller, requireOwnPage } from './caller.ts';
import { endOneSession } from './end-sessions.ts';
import type { SessionState } from './session.ts';
import { endOfLife, endOfLifeText, endsOf } from './session-lives.rules.ts';
import { deviceName } from './tokens/device-name.ts';
import {
  graceMs,
  hashOf,
  nextToken,
  parseRefreshToken,
  type RefreshToken,
  replacedAt,
  tokenOfGeneration,
} from './tokens/refresh-token.ts';
import { readCookieHalf } from './tokens/session-cookies.ts';

const signedOut = () => new ProblemError('signed-out', 'Your session has ended. Please sign in again.');

/** The idempotency key of a renewal; undefined without a valid one. */
function renewalKeyOf({ headers }: Pick<Caller, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && /^[\w-]{16,64}$/.test(key) ? key : undefined;
}

/**
 * Rotates the refresh token by one conditional write and one read (rules AUTH-S1 to AUTH-S4). It does not count as activity: open
 * pages refresh by themselves.
 */
export async function refreshSession(
  context: AuthContext,
  text: string,
  caller: Caller,
): Promise<BegunSession> {
  requireOwnPage(caller);
  const token = parseRefreshToken(text);
  if (token === undefined) throw signedOut();
  const cookieHalf = readCookieHalf(caller);
  const next = nextToken(token, context.keys.rotationSecret);
  const renewalKey = renewalKeyOf(caller);
  const renewalHash = renewalKey === undefined ? null : hashOf(renewalKey);
  const session = await context.sessions.rotate({
    sessionId: token.sessionId,
    generation: token.generation,
    secretHash: hashOf(token.secret),
    cookieHash: cookieHalf === undefined ? null : hashOf(cookieHalf),
    nextSecretHash: hashOf(next.secret),
    renewalHash,
    device: deviceName(caller.headers['user-agent']),
    lastAddress: caller.address,
    lastUsedAt: context.now(),
    expiresAt: sessionEnd(context),
  });
  const refreshed = session
    ? { session, token: next }
    : await handleReplacedToken(context, token, { cookieHalf, renewalHash }, caller);
  const user = await ownerOf(context, refreshed.session);
  return answerSession(context, {
    user,
    token: refreshed.token,
    session: refreshed.session,
    cookieHalf: refreshed.session.cookieHash === null ? undefined : cookieHalf,
    caller,
    message: 'Session refreshed',
  });
}

/**
 * Handles a replaced token: within the grace period, or when the same renewal is repeated, it returns the current one;
 * otherwise the family ends.
 */
async function handleReplacedToken(
  context: AuthContext,
  token: RefreshToken,
  { cookieHalf, renewalHash }: { cookieHalf: string | undefined; renewalHash: string | null },
  caller: Caller,
): Promise<{ session: SessionState; token: RefreshToken }> {
  const now = context.now();
  const session = await context.sessions.find(token.sessionId);
  if (!session) throw signedOut();
  const note = (event: SecurityEvent) =>
    noteSecurityEvent(caller.log, event, {
      accountId: session.userId,
      address: caller.address,
      sessionId: session.id,
    });
  if (session.endedAt !== null || session.expiresAt <= now) throw await refusalOf(context, session);
  if (
    session.cookieHash !== null &&
    (cookieHalf === undefined || hashOf(cookieHalf) !== session.cookieHash)
  ) {
    // A client without the cookie half must not be able to end the session either.
    note('refresh-without-cookie');
    throw signedOut();
  }
  if (token.generation >= session.generation) throw signedOut();
  const currentToken = tokenOfGeneration(token, session.generation, context.keys.rotationSecret);
  if (currentToken === undefined || hashOf(currentToken.secret) !== session.secretHash) throw signedOut();

  const replacementTime = replacedAt(session, token.generation);
  if (replacementTime && now.getTime() - replacementTime.getTime() <= graceMs)
    return { session, token: currentToken };
  // A retry after a lost answer: the newest token was never used.
  const isPrevious = token.generation === session.generation - 1;
  if (isPrevious && renewalHash !== null && renewalHash === session.renewalHash)
    return { session, token: currentToken };

  note('refresh-token-reused');
  const owner = await context.users.find(session.userId);
  const thief = owner && {
    owner,
    device: deviceName(caller.headers['user-agent']),
    address: caller.address,
  };
  await endOneSession(context, session, 'reuse-detected', {
    traceparent: caller.traceparent,
    ...(thief ? { thief } : {}),
  });
  throw signedOut();
}

/**
 * The account of a session; ends the session when the account was deleted or has a newer password, or when the session has
 * reached its maximum age or idle time.
 */
async function ownerOf(context: AuthContext, session: SessionState): Promise<UserState> {
  const user = await context.users.find(session.userId);
  if (!user || !isOfCredential(session, user)) {
    await endOneSession(context, session, user ? 'password-changed' : 'account-deleted');
    throw signedOut();
  }
  const { sessionLimits, now } = context;
  const end = endOfLife(endsOf(session, user.role, sessionLimits), now());
  if (end === undefined) return user;
  await endOneSession(context, session, 'expired');
  throw new ProblemError('session-expired', endOfLifeText(end, user.role, sessionLimits));
}

/** Names the limit that an ended session had reached: `isLive` may have ended it before this refresh. */
async function refusalOf(context: AuthContext, session: SessionState): Promise<ProblemError> {
  const user = await context.users.find(session.userId);
  if (!user || !isOfCredential(session, user)) return signedOut();
  const { sessionLimits, now } = context;
  const end = endOfLife(endsOf(session, user.role, sessionLimits), session.endedAt ?? now());
  return end
    ? new ProblemError('session-expired', endOfLifeText(end, user.role, sessionLimits))
    : signedOut();
}

/** Rule AUTH-S6: validity depends on the account's document, so that the write of a new password ends all sessions. */
export function isOfCredential(session: SessionState, user: UserState): boolean {
  if (session.credentialVersion === user.credentialVersion) return true;
  return user.keptSessionId === session.id && session.credentialVersion === user.credentialVersion - 1;
}
