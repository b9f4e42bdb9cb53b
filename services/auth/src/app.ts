import { pictureFilesHandler } from '@kinmel/pictures';
import { createLiveSessions, createTokenVerifier, type OwnAppParts } from '@kinmel/service-kit';
import type { RunningAuthContext } from './context.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { passwordsRoutes } from './passwords/passwords.routes.ts';
import { findLiveSession } from './sessions/live-session.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

export const authApp = (context: RunningAuthContext): OwnAppParts => ({
  // Auth has the keys and the sessions itself, so it does not call itself.
  verifier: createTokenVerifier({ jwks: () => context.keys.publicSet(), now: () => context.now().getTime() }),
  liveSessions: createLiveSessions({
    find: (sessionId, isBackground) => findLiveSession(context, sessionId, { isBackground }),
  }),
  routes: [
    ...sessionsRoutes(context),
    ...passwordsRoutes(context),
    ...passkeysRoutes(context),
    ...usersRoutes(context),
    ...staffRoutes(context),
  ],
  extend: (app) => {
    // Public, because ids are random.
    app.use('/uploads/avatars', pictureFilesHandler(context.avatars));
  },
});
