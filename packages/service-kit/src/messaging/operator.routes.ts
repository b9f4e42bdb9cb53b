import type { parkedMessages } from '@kinmel/contracts';
import { auditRoutes } from '../audit/audit.routes.ts';
import type { AuditContext } from '../audit/audit-entries.store.ts';
import type { Route } from '../http/route.ts';
import type { Bus } from './bus/bus.ts';
import { parkedMessagesRoutes } from './parked-messages.routes.ts';
import type { ReadRecordEvents } from './record-events/read-record-events.ts';
import { recordEventsRoutes } from './record-events/record-events.routes.ts';

type Service = keyof typeof parkedMessages;

/** What the operator routes of every service depend on. */
export interface OperatorContext extends AuditContext {
  readonly bus: Bus;
  readonly readRecordEvents: ReadRecordEvents;
}

/** The routes for admins in every service with subscriptions: parked messages, audit, events of a record. */
export const operatorRoutes = (service: Service, context: OperatorContext): Route[] => [
  ...parkedMessagesRoutes(service, context),
  ...auditRoutes(service, context),
  ...recordEventsRoutes(service, context),
];
