import type { AuditEntryAnswer, AuditedKind } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { failpoint } from '../life-cycle/failpoint.ts';
import type { NewAuditEntry } from './audit-entry.ts';

interface AuditEntryDocument extends NewAuditEntry {
  _id: mongoose.mongo.ObjectId;
  at: Date;
}

/** Seven years, as business books are kept. */
const keepDays = 2557;

const auditEntrySchema = new mongoose.Schema<AuditEntryDocument>(
  {
    at: { type: Date, required: true },
    person: { type: new mongoose.Schema({ id: String, name: String }, { _id: false, id: false }) },
    action: { type: String, required: true },
    record: { type: new mongoose.Schema({ kind: String, id: String }, { _id: false, id: false }) },
    changes: { type: [mongoose.Schema.Types.Mixed] },
    note: { type: String, default: '' },
    requestId: { type: String, required: true },
  } as mongoose.SchemaDefinition<AuditEntryDocument>,
  { collection: 'audit_entries', versionKey: false, autoIndex: false, id: false },
);
// One for each filter, in the order of the list.
auditEntrySchema.index({ at: -1, _id: -1 });
auditEntrySchema.index({ 'person.id': 1, at: -1, _id: -1 });
auditEntrySchema.index({ 'record.id': 1, at: -1, _id: -1 });
auditEntrySchema.index({ 'record.kind': 1, at: -1, _id: -1 });
auditEntrySchema.index({ at: 1 }, { expireAfterSeconds: keepDays * 24 * 60 * 60 });

/** Declares the collection with its indexes; every service has it. */
export const auditEntryModel = (connection: mongoose.Connection) =>
  connection.model<AuditEntryDocument>('kitAuditEntry', auditEntrySchema);

const entriesOf = (connection: mongoose.Connection) =>
  connection.getClient().db(connection.name).collection<AuditEntryDocument>('audit_entries');

const documentOf = (entry: NewAuditEntry): AuditEntryDocument => ({
  _id: new mongoose.mongo.ObjectId(),
  at: new Date(),
  ...entry,
});

const maxTimeMS = 2_000;
const majority = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Runs several writes as one transaction; `write` may run again, and passes the session to what it does.
 * @param isSaved says of the outcome whether anything was written; when not, nothing is kept
 */
export const inOneTransaction = <Outcome>(
  connection: mongoose.Connection,
  write: (session: mongoose.ClientSession) => Promise<Outcome>,
  isSaved: (outcome: Outcome) => boolean = Boolean,
): Promise<Outcome> =>
  connection.withSession((session) =>
    session.withTransaction(async () => {
      const written = await write(session);
      if (!isSaved(written) && session.inTransaction()) await session.abortTransaction();
      return written;
    }, majority),
  );

/**
 * Runs one write and keeps its audit entry in the same transaction: whatever happens to the process there are both or neither.
 * Without an entry nobody of the staff made the change, and it is an ordinary write. As `inOneTransaction`.
 */
export async function withAuditEntry<Outcome>(
  connection: mongoose.Connection,
  entry: NewAuditEntry | undefined,
  write: (session?: mongoose.ClientSession) => Promise<Outcome>,
  isSaved: (outcome: Outcome) => boolean = Boolean,
): Promise<Outcome> {
  if (entry === undefined) return write();
  const document = documentOf(entry);
  const outcome = await inOneTransaction(
    connection,
    async (session) => {
      const written = await write(session);
      if (!isSaved(written)) return written;
      failpoint('audit.before-entry');
      await entriesOf(connection).insertOne(document, { session });
      failpoint('audit.before-commit');
      return written;
    },
    isSaved,
  );
  failpoint('audit.after-commit');
  return outcome;
}

export interface AuditFilter {
  readonly person?: string | undefined;
  readonly record?: string | undefined;
  readonly kind?: AuditedKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function filterOf({
  person,
  record,
  kind,
  from,
  to,
}: AuditFilter): mongoose.mongo.Filter<AuditEntryDocument> {
  const times = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lt: new Date(to) }),
  };
  return {
    ...(person === undefined ? {} : { 'person.id': person }),
    ...(record === undefined ? {} : { 'record.id': record }),
    ...(kind === undefined ? {} : { 'record.kind': kind }),
    ...(Object.keys(times).length === 0 ? {} : { at: times }),
  };
}

/** What comes after the last entry of a page, in the order of the list. */
function after(cursor: string): mongoose.mongo.Filter<AuditEntryDocument> {
  const [at = '', id = ''] = cursor.split('_');
  const moment = new Date(at);
  // The outer condition is where the index is entered.
  return {
    at: { $lte: moment },
    $or: [{ at: { $lt: moment } }, { _id: { $lt: new mongoose.mongo.ObjectId(id) } }],
  };
}

const toEntry = ({ _id, at, ...entry }: AuditEntryDocument): AuditEntryAnswer => ({
  id: _id.toHexString(),
  at: at.toISOString(),
  ...entry,
});

const order = { at: -1, _id: -1 } as const;
/** How many entries of a whole list are in memory at once. */
const rowsPerRead = 500;

/** The entries of one service. What goes with a write is kept by its store (`withAuditEntry`). */
export interface AuditTrail {
  /** Keeps what no write goes with: a file that was stored, a list that is taken away. */
  keep(entry: NewAuditEntry | undefined): Promise<{ readonly takeBack: () => Promise<void> }>;
  /** A page of entries, newest first, with one call. */
  list(
    filter: AuditFilter,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<{ readonly entries: AuditEntryAnswer[]; readonly next: string | null }>;
  /** All entries of a list, newest first, read as fast as they are taken. */
  readAll(filter: AuditFilter): AsyncGenerator<AuditEntryAnswer>;
  /** Takes what staff wrote out of the entries of a record whose customer is forgotten: a note may say anything about them. */
  forgetNotes(recordId: string, session?: mongoose.ClientSession): Promise<void>;
  /** Takes a name out of what its person did; the id stays, so that what one person did can still be told apart. */
  forgetPerson(personId: string, session?: mongoose.ClientSession): Promise<void>;
}

/** What features that leave entries by themselves depend on. */
export interface AuditContext {
  readonly audit: AuditTrail;
}

export function createAuditTrail(connection: mongoose.Connection): AuditTrail {
  const entries = entriesOf(connection);
  const options = (session?: mongoose.ClientSession) => ({ maxTimeMS, ...(session ? { session } : {}) });

  return {
    async keep(entry) {
      if (entry === undefined) return { takeBack: async () => undefined };
      const document = documentOf(entry);
      await entries.insertOne(document, { maxTimeMS });
      return { takeBack: async () => void (await entries.deleteOne({ _id: document._id }, { maxTimeMS })) };
    },

    async list(filter, { cursor, limit }) {
      const found = await entries
        .find(cursor === undefined ? filterOf(filter) : { $and: [filterOf(filter), after(cursor)] }, {
          sort: order,
          limit: limit + 1,
          batchSize: limit + 2,
          maxTimeMS,
        })
        .toArray();
      const page = found.slice(0, limit).map(toEntry);
      const last = page.at(-1);
      return { entries: page, next: found.length > limit && last ? `${last.at}_${last.id}` : null };
    },

    async *readAll(filter) {
      const cursor = entries.find(filterOf(filter), { sort: order, batchSize: rowsPerRead });
      try {
        for await (const document of cursor) yield toEntry(document);
      } finally {
        await cursor.close();
      }
    },

    async forgetNotes(recordId, session) {
      await entries.updateMany(
        { 'record.id': recordId, note: { $ne: '' } },
        { $set: { note: '' } },
        options(session),
      );
    },

    async forgetPerson(personId, session) {
      await entries.updateMany(
        { 'person.id': personId, 'person.name': { $ne: '' } },
        { $set: { 'person.name': '' } },
        options(session),
      );
    },
  };
}
