import mongoose from 'mongoose';
import { createAuditTrail } from '../audit/audit-entries.store.ts';
import type { ServiceContextOptions } from '../messaging/messaging.ts';
import type { OperatorContext } from '../messaging/operator.routes.ts';
import { createRecordEventsReader } from '../messaging/record-events/read-record-events.ts';
import { inTransaction } from '../mongo/save-change.ts';
import type { Logger } from '../observability/logger.ts';

/** What the contexts of all services share. A feature declares the parts that it needs. */
export interface ServiceBasis extends OperatorContext {
  readonly logger: Logger;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Runs the work in one transaction, which is retried after a conflict. */
  readonly inTransaction: <T>(work: (session: mongoose.ClientSession) => Promise<T>) => Promise<T>;
  /** Notifies the outbox relay after a save. */
  readonly sendEvents: () => void;
}

/** The context of a whole service. */
export interface RunningContext extends Pick<ServiceBasis, 'logger'> {
  /** Resolves when events are consumed. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const createServiceBasis = (
  service: Parameters<typeof createRecordEventsReader>[0],
  {
    connection,
    bus,
    logger,
    now = () => new Date(),
  }: Pick<ServiceContextOptions, 'connection' | 'bus' | 'logger' | 'now'>,
): Omit<ServiceBasis, 'sendEvents'> => ({
  logger,
  bus,
  now,
  audit: createAuditTrail(connection),
  readRecordEvents: createRecordEventsReader(service, connection),
  newId: () => new mongoose.Types.ObjectId().toHexString(),
  inTransaction: (work) => inTransaction(connection, work),
});
