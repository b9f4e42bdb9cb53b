import { pictureFilesHandler } from '@kinmel/pictures';
import { createServiceApp, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import type { AuthContext } from './context.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import { passwordsRoutes } from './passwords/passwords.routes.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

export function createAuthApp(context: AuthContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'auth',
    logger: context.logger,
    ...options,
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
