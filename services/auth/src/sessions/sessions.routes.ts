import { authEndpoints } from '@kinmel/contracts';
import {
  createAdminFilesVerifier,
  createVerificationKeys,
  noteSecurityEvent,
  ProblemError,
  type Route,
  route,
} from '@kinmel/service-kit';
import { logIn } from '../accounts/log-in.ts';
import { signUp } from '../accounts/sign-up.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOwnPage } from './caller.ts';
import { endAllSessions, endOneSession } from './end-sessions.ts';
import { findLiveSession, requireLiveSession, requireProof } from './live-session.ts';
import { logOut } from './log-out.ts';
import { isOfCredential, refreshSession } from './refresh-session.ts';
import { sessionAnswer } from './session.ts';
import { endOfLife, endsOf } from './session-lives.rules.ts';
import { clearSessionCookies } from './tokens/session-cookies.ts';

export function sessionsRoutes(context: AuthContext): Route[] {
  const adminFiles = createAdminFilesVerifier({
    keys: createVerificationKeys({ jwks: () => context.keys.publicSet() }),
    now: () => context.now().getTime(),
  });
  return [
    route(authEndpoints.signUp, (call) => signUp(context, call.body, call)),

    route(authEndpoints.logIn, (call) => logIn(context, call.body, call)),

    route(authEndpoints.refreshSession, (call) => refreshSession(context, call.body.refreshToken, call)),

    route(authEndpoints.logOut, async (call) => {
      await logOut(context, call.body.refreshToken, call);
      return { message: 'Signed out' };
    }),

    route(authEndpoints.listSessions, async ({ identity }) => {
      const { user, session: current } = await requireLiveSession(context, identity);
      const sessions = await context.sessions.live(user.id, context.now());
      const others = sessions.filter(
        (one) =>
          one.id !== current.id &&
          isOfCredential(one, user) &&
          !endOfLife(endsOf(one, user.role, context.sessionLimits), context.now()),
      );
      return [current, ...others].map((session) => sessionAnswer(session, current.id));
    }),

    route(authEndpoints.listSignIns, async ({ identity }) => {
      const { user } = await requireLiveSession(context, identity);
      return context.signIns.list(user.id, 10);
    }),

    route(authEndpoints.endSession, async (call) => {
      const { user, session: current } = await requireLiveSession(context, call.identity);
      const session = await context.sessions.find(call.params.sessionId);
      if (session?.userId !== user.id) throw new ProblemError('not-found', 'There is no such session.');
      if (session.id === current.id) requireOwnPage(call);
      await endOneSession(context, session, 'ended-by-owner', call);
      if (session.id === current.id) clearSessionCookies(call);
      return { message: 'Signed out there' };
    }),

    route(authEndpoints.endSessions, async (call) => {
      requireOwnPage(call);
      const { user, session } = await requireLiveSession(context, call.identity);
      requireProof(context, session);
      await endAllSessions(context, user.id, 'ended-by-owner', call);
      noteSecurityEvent(call.log, 'all-sessions-ended', { accountId: user.id, address: call.address });
      clearSessionCookies(call);
      return { message: 'Signed out everywhere' };
    }),

    route(authEndpoints.getSessionEnd, async ({ identity }) => {
      const { user, session } = await requireLiveSession(context, identity);
      const { endsAt, idleEndsAt } = endsOf(session, user.role, context.sessionLimits);
      const secondsUntil = (date: Date) =>
        Math.max(0, Math.floor((date.getTime() - context.now().getTime()) / 1000));
      return {
        endsInSeconds: secondsUntil(endsAt),
        idleEndsInSeconds: idleEndsAt && secondsUntil(idleEndsAt),
      };
    }),

    route(authEndpoints.getKeys, async () => ({
      keys: (await context.keys.publicSet()).keys.map((key) => ({ ...key })),
    })),

    route(authEndpoints.getLiveSession, ({ params, query }) =>
      findLiveSession(context, params.sessionId, { isBackground: query.isBackground === true }),
    ),

    route(authEndpoints.checkAdminFiles, async ({ headers }) => {
      const cookie = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      const filesAccess = cookie === undefined ? undefined : await adminFiles.verify(cookie);
      const session = filesAccess && (await findLiveSession(context, filesAccess.sessionId));
      const isAdmin = session?.userId === filesAccess?.userId && session?.role === 'admin';
      return { isAdmin };
    }),
  ];
}
