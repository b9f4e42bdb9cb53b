import { type OwnAppParts, operatorRoutes } from '@kinmel/service-kit';
import type { NotificationContext } from './context.ts';
import { mailsRoutes } from './mails/mails.routes.ts';
import { newsletterRoutes } from './newsletter/newsletter.routes.ts';

export const notificationApp = (context: NotificationContext): OwnAppParts => ({
  routes: [...mailsRoutes(context), ...newsletterRoutes(context), ...operatorRoutes('notification', context)],
});
