import { pictureFilesHandler } from '@kinmel/pictures';
import { createLiveSessions, createServiceApp, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import type { AuthContext } from './auth-context.ts';
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
    routes: [...sessionsRoutes(context), ...passwordsRoutes(context), ...usersRoutes(context)],
    extend: (app) => {
      // Public: ids are random.
      app.use('/uploads/avatars', pictureFilesHandler(context.avatars));
    },
  });
}
