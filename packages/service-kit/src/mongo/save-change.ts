import type mongoose from 'mongoose';
import { auditEntriesOf, documentOf } from '../audit/audit-entries.store.ts';
import type { NewAuditEntry } from '../audit/audit-entry.ts';
import { failpoint } from '../life-cycle/failpoint.ts';
import type { WireEvent } from '../messaging/bus/bus.ts';
import { saveEvents } from '../messaging/outbox/outbox.ts';

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Runs `work` as one transaction; it must pass the session to all reads and writes, and runs again after a write
 * conflict.
 */
export const inTransaction = <Outcome>(
  connection: mongoose.Connection,
  work: (session: mongoose.ClientSession) => Promise<Outcome>,
): Promise<Outcome> =>
  connection.withSession((session) => session.withTransaction(() => work(session), transactionOptions));

/** A further write of a transaction, which may run again. When it rejects, nothing is written. */
export type AdditionalWrite = (session: mongoose.ClientSession) => Promise<void>;

export interface Change {
  readonly events?: readonly WireEvent[];
  /** The record under which the events are found, by default their aggregate. */
  readonly record?: string;
  /** The audit entry of a change by staff. */
  readonly entry?: NewAuditEntry | undefined;
  /** Further writes of the transaction. They run last, because they may lock documents that others wait for. */
  readonly also?: readonly AdditionalWrite[];
  /** The surrounding transaction. */
  readonly session?: mongoose.ClientSession | undefined;
}

/**
 * Runs a write and saves its events and its audit entry in the same transaction. With nothing else to save it is a
 * plain write. `write` may run again and must pass the session on. @param isSaved whether the result means that
 * something was written; otherwise nothing else is saved
 */
export async function saveChange<Outcome>(
  connection: mongoose.Connection,
  { events = [], record, entry, also = [], session: callerSession }: Change,
  write: (session?: mongoose.ClientSession) => Promise<Outcome>,
  isSaved: (outcome: Outcome) => boolean = Boolean,
): Promise<Outcome> {
  if (events.length === 0 && entry === undefined && also.length === 0) return write(callerSession);
  const document = entry && documentOf(entry);
  const save = async (session: mongoose.ClientSession) => {
    const outcome = await write(session);
    if (!isSaved(outcome)) return outcome;
    failpoint('change.before-events');
    await saveEvents(connection, events, session, record);
    if (document) await auditEntriesOf(connection).insertOne(document, { session });
    for (const writeAlso of also) await writeAlso(session);
    failpoint('change.before-commit');
    return outcome;
  };
  if (callerSession) return save(callerSession);
  const outcome = await inTransaction(connection, save);
  failpoint('change.after-commit');
  return outcome;
}
