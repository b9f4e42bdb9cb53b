import { eventsOfRecord, type parkedMessages } from '@kinmel/contracts';
import { auditRoutes } from '../audit/audit.routes.ts';
import type { AuditContext } from '../audit/audit-entries.store.ts';
import { type Route, route } from '../http/route.ts';
import type { Bus } from './bus/bus.ts';
import { parkedMessagesRoutes } from './parked-messages.routes.ts';
import type { ReadRecordEvents } from './record-events/read-record-events.ts';

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
  route(eventsOfRecord[service], ({ query: { record } }) => context.readRecordEvents(record)),
];
