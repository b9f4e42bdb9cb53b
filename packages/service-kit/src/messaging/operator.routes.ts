import type { audit } from '@kinmel/contracts';
import { auditRoutes } from '../audit/audit.routes.ts';
import type { Route } from '../http/route.ts';
import { parkedMessagesRoutes } from './parked-messages.routes.ts';
import { recordEventsRoutes } from './record-events/record-events.routes.ts';

type Service = keyof typeof audit;
type Context = Parameters<typeof parkedMessagesRoutes>[1] & Parameters<typeof recordEventsRoutes>[1];

/** For admins, in every service with subscriptions: its parked messages, its audit, the events of a record. */
export const operatorRoutes = (service: Service, context: Context): Route[] => [
  ...parkedMessagesRoutes(service, context),
  ...auditRoutes(service, context),
  ...recordEventsRoutes(service, context),
];
