import { createServiceApp, operatorRoutes, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import type { NotificationContext } from './context.ts';
import { mailsRoutes } from './mails/mails.routes.ts';
import { newsletterRoutes } from './newsletter/newsletter.routes.ts';

export function createNotificationApp(context: NotificationContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'notification',
    logger: context.logger,
    ...options,
    routes: [
      ...mailsRoutes(context),
      ...newsletterRoutes(context),
      ...operatorRoutes('notification', context),
    ],
  });
}
