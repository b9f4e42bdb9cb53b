import type { AuthContext } from '../auth-context.ts';
import { type Caller, requireOwnPage } from './caller.ts';
import { endOneSession } from './end-sessions.ts';
import type { SessionState } from './session.ts';
import { hashOf, parseRefreshToken, tokenOfGeneration } from './tokens/refresh-token.ts';
import { clearSessionCookies, readCookieHalf } from './tokens/session-cookies.ts';

/**
 * Ends the session of the refresh token, current or replaced, and that of the access token. Always answers the same and
 * clears the cookies, except when the browser holds a newer session.
 */
export async function logOut(
  context: AuthContext,
  refreshToken: string | undefined,
  caller: Caller,
): Promise<void> {
  requireOwnPage(caller);
  const ids = new Set<string>();
  const token = parseRefreshToken(refreshToken ?? '');
  const tokenSession = token && (await context.sessions.find(token.sessionId));
  if (tokenSession && isOfSession(tokenSession)) ids.add(tokenSession.id);
  if (caller.identity) ids.add(caller.identity.sessionId);
  const cookieHalf = readCookieHalf(caller);
  const cookieHash = cookieHalf === undefined ? undefined : hashOf(cookieHalf);
  const endedInBrowser: boolean[] = [];
  for (const id of ids) {
    const session = await context.sessions.find(id);
    if (!session) continue;
    await endOneSession(context, session, 'logout', caller);
    endedInBrowser.push(cookieHash === undefined || session.cookieHash === cookieHash);
  }
  if (endedInBrowser.length === 0 || endedInBrowser.includes(true)) clearSessionCookies(caller);

  function isOfSession({ generation, secretHash }: SessionState): boolean {
    const currentToken = token && tokenOfGeneration(token, generation, context.keys.rotationSecret);
    return currentToken !== undefined && hashOf(currentToken.secret) === secretHash;
  }
}
