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

/** When it rejects, nothing of its transaction is written. It may run again. */
export type AlsoWritten = (session: mongoose.ClientSession) => Promise<void>;

export interface Change {
  readonly events?: readonly WireEvent[];
  /** The record that the events are found by, by default their aggregate. */
  readonly record?: string;
  /** For a change by staff. */
  readonly entry?: NewAuditEntry | undefined;
  /** Further writes of the transaction, made last, as they may lock what others wait for. */
  readonly also?: readonly AlsoWritten[];
  /** The transaction that the change is part of. */
  readonly session?: mongoose.ClientSession | undefined;
}

/**
 * Runs a write and saves its events and its audit entry in the same transaction. With nothing else to write it is a plain write.
 * `write` may run again, and must pass the session on. @param isSaved tells from the outcome whether anything was
 * written; otherwise nothing is saved
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
