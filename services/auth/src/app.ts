import { pictureFilesHandler } from '@kinmel/pictures';
import { createLiveSessions, createServiceApp, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import type { AuthContext } from './context.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import { passwordsRoutes } from './passwords/passwords.routes.ts';
import { findLiveSession } from './sessions/live-session.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

export function createAuthApp(
  context: AuthContext,
  options: Omit<ServiceParts, 'liveSessions'>,
): express.Express {
  return createServiceApp({
    service: 'auth',
    logger: context.logger,
    ...options,
    // Auth knows its sessions itself: it must not ask itself for them over the network.
    liveSessions: createLiveSessions({ find: (sessionId) => findLiveSession(context, sessionId) }),
    routes: [
      ...accountsRoutes(context),
      ...sessionsRoutes(context),
      ...passwordsRoutes(context),
      ...keysRoutes(context),
      ...usersRoutes(context),
    ],
    extend: (app) => {
      // Ids are chance: who does not know one finds none.
      app.use('/uploads/avatars', pictureFilesHandler(context.avatars));
    },
  });
}
