import type { logIn, SignIn } from '@kinmel/contracts';
import type { ContentOf } from '@kinmel/service-kit';
import { type UserState, userAnswer } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { needsPasskey } from '../passkeys/staff-passkey.ts';
import { type Caller, isBrowser } from './caller.ts';
import type { SessionState } from './session.ts';
import { issueAccessToken, issueFilesToken } from './tokens/access-token.ts';
import { rememberDevice } from './tokens/device-cookie.ts';
import { deviceName } from './tokens/device-name.ts';
import {
  formatRefreshToken,
  hashOf,
  newSecret,
  newSessionId,
  type RefreshToken,
} from './tokens/refresh-token.ts';
import { clearFilesCookie, hasFilesCookie, setCookieHalf, setFilesCookie } from './tokens/session-cookies.ts';

/** The answer to login, signup and refresh. */
export type BegunSession = ContentOf<typeof logIn>;

const daySeconds = 24 * 60 * 60;

/** When a session that is used now expires. */
export function sessionEnd({ now, sessionDays }: AuthContext): Date {
  return new Date(now().getTime() + sessionDays * daySeconds * 1000);
}

/** Starts a session after authentication; in a browser it is bound to a cookie half. */
export async function beginSession(
  context: AuthContext,
  user: UserState,
  caller: Caller,
  message: string,
  way: SignIn['way'] = 'password',
): Promise<BegunSession> {
  const now = context.now();
  const withPasskey = way !== 'password';
  const token: RefreshToken = { sessionId: newSessionId(), generation: 1, secret: newSecret() };
  const cookieHalf = isBrowser(caller.headers) ? newSecret() : undefined;
  await context.sessions.insert({
    id: token.sessionId,
    userId: user.id,
    credentialVersion: user.credentialVersion,
    generation: token.generation,
    secretHash: hashOf(token.secret),
    cookieHash: cookieHalf === undefined ? null : hashOf(cookieHalf),
    renewalHash: null,
    rotatedAt: [],
    device: deviceName(caller.headers['user-agent']),
    address: caller.address,
    lastAddress: caller.address,
    signedInAt: now,
    ...(withPasskey ? { withPasskey } : {}),
    lastUsedAt: now,
    activeAt: now,
    expiresAt: sessionEnd(context),
    endedAt: null,
  });
  context.afterAnswer(() =>
    context.signIns.insert({ userId: user.id, at: now, way, isRefused: false }, caller),
  );
  rememberDevice(context, user.email, caller);
  return answerSession(context, { user, session: { withPasskey }, token, cookieHalf, caller, message });
}

/** The answer to login, signup and refresh, with its cookies. */
export async function answerSession(
  context: AuthContext,
  {
    user,
    session,
    token,
    cookieHalf,
    caller,
    message,
  }: {
    readonly user: UserState;
    readonly session: Pick<SessionState, 'withPasskey'>;
    readonly token: RefreshToken;
    readonly cookieHalf: string | undefined;
    readonly caller: Caller;
    readonly message: string;
  },
): Promise<BegunSession> {
  const subject = { userId: user.id, sessionId: token.sessionId, role: user.role };
  const options = { keys: context.keys, now: context.now(), seconds: context.accessTokenSeconds };
  if (cookieHalf !== undefined) setCookieHalf(caller, cookieHalf, context.sessionDays * daySeconds);
  if (user.role === 'admin') {
    setFilesCookie(caller, await issueFilesToken(subject, options), context.accessTokenSeconds);
  } else if (hasFilesCookie(caller)) {
    clearFilesCookie(caller);
  }
  return {
    message,
    token: await issueAccessToken(subject, options),
    refreshToken: formatRefreshToken(token),
    user: userAnswer(user, needsPasskey(context, user, session)),
  };
}
