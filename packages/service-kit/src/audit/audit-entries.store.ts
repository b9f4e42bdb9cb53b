import type { AuditEntryAnswer, AuditedKind } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { declareCollection, inSession, nativeCollection } from '../mongo/declare-collection.ts';
import type { NewAuditEntry } from './audit-entry.ts';

interface AuditEntryDocument extends NewAuditEntry {
  _id: mongoose.mongo.ObjectId;
  at: Date;
}

/** Seven years, the retention period of business records. */
const retentionDays = 2557;

/** The index that every service has, and one per filter, in list order. */
export const auditEntryModel = declareCollection<AuditEntryDocument>('audit_entries', [
  [{ at: -1, _id: -1 }],
  [{ 'person.id': 1, at: -1, _id: -1 }],
  [{ 'record.id': 1, at: -1, _id: -1 }],
  [{ 'record.kind': 1, at: -1, _id: -1 }],
  [{ at: 1 }, { expireAfterSeconds: retentionDays * 24 * 60 * 60 }],
]);

/** Uses the native driver, because entries are built here and need no casting. */
export const auditEntriesOf = (connection: mongoose.Connection) =>
  nativeCollection(auditEntryModel(connection));

export const documentOf = (entry: NewAuditEntry): AuditEntryDocument => ({
  _id: new mongoose.mongo.ObjectId(),
  at: new Date(),
  ...entry,
});

const maxTimeMS = 2_000;
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

/** Entries after the last one of a page, in list order. */
function entriesAfter(cursor: string): mongoose.mongo.Filter<AuditEntryDocument> {
  const [at = '', id = ''] = cursor.split('_');
  const moment = new Date(at);
  // The outer condition is redundant, but sets the bounds of the index scan.
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
/** Batch size of an export, which limits the entries in memory. */
const rowsPerRead = 500;

/** The audit entries of a service. Entries of changes are saved by `saveChange`. */
export type AuditTrail = ReturnType<typeof createAuditTrail>;

export interface AuditContext {
  readonly audit: AuditTrail;
}

export function createAuditTrail(connection: mongoose.Connection) {
  const entries = auditEntriesOf(connection);
  const options = (session?: mongoose.ClientSession) => ({ maxTimeMS, ...inSession(session) });

  return {
    /** Saves an entry for a call without a database write, such as a stored file or an export. */
    async keep(entry: NewAuditEntry | undefined): Promise<{ readonly takeBack: () => Promise<void> }> {
      if (entry === undefined) return { takeBack: async () => undefined };
      const document = documentOf(entry);
      await entries.insertOne(document, { maxTimeMS });
      return { takeBack: async () => void (await entries.deleteOne({ _id: document._id }, { maxTimeMS })) };
    },

    /** A page of entries, newest first, with one query. */
    async list(
      filter: AuditFilter,
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
    ): Promise<{ readonly entries: AuditEntryAnswer[]; readonly next: string | null }> {
      const documents = await entries
        .find(cursor === undefined ? filterOf(filter) : { $and: [filterOf(filter), entriesAfter(cursor)] }, {
          sort: order,
          limit: limit + 1,
          batchSize: limit + 2,
          maxTimeMS,
        })
        .toArray();
      const page = documents.slice(0, limit).map(toEntry);
      const last = page.at(-1);
      return { entries: page, next: documents.length > limit && last ? `${last.at}_${last.id}` : null };
    },

    /** All entries, newest first, read on demand. */
    async *readAll(filter: AuditFilter): AsyncGenerator<AuditEntryAnswer> {
      const cursor = entries.find(filterOf(filter), { sort: order, batchSize: rowsPerRead });
      try {
        for await (const document of cursor) yield toEntry(document);
      } finally {
        await cursor.close();
      }
    },

    /** Removes notes of staff from the entries of a record: they may contain personal data of its customer. */
    async forgetNotes(recordId: string, session?: mongoose.ClientSession): Promise<void> {
      await entries.updateMany(
        { 'record.id': recordId, note: { $ne: '' } },
        { $set: { note: '' } },
        options(session),
      );
    },

    /** Removes a person's name from their entries; their id stays. */
    async forgetPerson(personId: string, session?: mongoose.ClientSession): Promise<void> {
      await entries.updateMany(
        { 'person.id': personId, 'person.name': { $ne: '' } },
        { $set: { 'person.name': '' } },
        options(session),
      );
    },
  };
}
