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
    // Auth reads its sessions directly instead of calling itself.
    liveSessions: createLiveSessions({ find: (sessionId) => findLiveSession(context, sessionId) }),
    routes: [
      ...accountsRoutes(context),
      ...sessionsRoutes(context),
      ...passwordsRoutes(context),
      ...keysRoutes(context),
      ...usersRoutes(context),
    ],
    extend: (app) => {
      // Public: ids are random.
      app.use('/uploads/avatars', pictureFilesHandler(context.avatars));
    },
  });
}
