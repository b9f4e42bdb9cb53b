import { type WorkAge, type WorkKind, workAgeDays } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { NewAuditEntry } from '../audit/audit-entry.ts';
import { hasMatched, type Index, inSession } from '../mongo/declare-collection.ts';
import { saveChange } from '../mongo/save-change.ts';
import { personalDataOf } from '../personal-data/personal-data.ts';
import type { Assignment, StoredWork, WorkCursor } from './work.rules.ts';

/** Earlier than every deadline: `$gt` matches only dates, as the partial indexes require. */
const earliestDate = new Date(0);
const assigneeIndex = { 'assignment.personId': 1, promisedAt: 1, _id: 1 } as const;
const openOnly = { partialFilterExpression: { promisedAt: { $gt: earliestDate } } };

/** The fields of the work queue in a record's own document. Its use cases never write them. */
export interface StoredWorkFields {
  /** Deadline of the next step; null when nothing is due. */
  promisedAt?: Date | null;
  assignment?: Assignment;
}

/** The indexes of the queue: one of all open records, which also serves the age counts, and one by assignee. */
export const workIndexes = [
  [{ promisedAt: 1, _id: 1, createdAt: 1 }, openOnly],
  // Partial, because most new records are unassigned.
  [
    assigneeIndex,
    {
      name: 'open_of_person',
      partialFilterExpression: {
        ...openOnly.partialFilterExpression,
        'assignment.personId': { $exists: true },
      },
    },
  ],
] satisfies Index[];

/** How to read records of one kind. */
export interface WorkSource<Stored> {
  readonly kind: WorkKind;
  readonly collection: string;
  /** The fields that `describe` needs, such as `customerDetails`. */
  readonly fields: readonly string[];
  readonly describe: (stored: Stored) => Pick<StoredWork, 'title' | 'status' | 'customerName'>;
}

/** A source with its document type erased, for lists of several kinds. */
export type AnyWorkSource = WorkSource<never>;

export interface WorkPage {
  /** The assignee; undefined for all records. */
  readonly personId: string | undefined;
  readonly kind: WorkKind | undefined;
  readonly after: WorkCursor | undefined;
  readonly limit: number;
}

/** The open records of a service, of all kinds. */
export type WorkStore = ReturnType<typeof createWorkStore>;

interface WorkDocument {
  readonly _id: mongoose.mongo.ObjectId;
  readonly kind: WorkKind;
  readonly createdAt: Date;
  readonly promisedAt: Date;
  readonly assignment?: Assignment;
}

const maxTimeMS = 2_000;

export function createWorkStore(connection: mongoose.Connection, sources: readonly AnyWorkSource[]) {
  // Uses the native driver, because one aggregation covers several collections.
  const database = connection.getClient().db(connection.name);
  const { ObjectId } = mongoose.mongo;
  const personal = personalDataOf(connection);

  function sourceOf(kind: WorkKind): AnyWorkSource {
    const source = sources.find((candidate) => candidate.kind === kind);
    if (source === undefined) throw new Error(`${kind} is not a kind of work of this service`);
    return source;
  }

  const projectionOf = ({ fields }: AnyWorkSource) =>
    Object.fromEntries([...fields, 'createdAt', 'promisedAt', 'assignment'].map((field) => [field, 1]));

  function toWork(document: WorkDocument): StoredWork {
    const { _id, kind, createdAt, promisedAt, assignment } = document;
    // The stored document has the type of this source.
    const described = sourceOf(kind).describe(document as never);
    return { kind, id: _id.toHexString(), ...described, createdAt, promisedAt, assignment };
  }

  /** The same pipeline for each kind, combined into one query. */
  function allKinds(
    requestedSources: readonly AnyWorkSource[],
    stepsOf: (source: AnyWorkSource) => mongoose.mongo.Document[],
  ): { readonly collection: string; readonly steps: mongoose.mongo.Document[] } {
    const [first, ...others] = requestedSources;
    if (first === undefined) throw new Error('No kind of work was requested.');
    const unions = others.map((source) => ({
      $unionWith: { coll: source.collection, pipeline: stepsOf(source) },
    }));
    return { collection: first.collection, steps: [...stepsOf(first), ...unions] };
  }

  return {
    /** A page by deadline, with one query. */
    async list({ personId, kind, after, limit }: WorkPage): Promise<StoredWork[]> {
      const match = {
        ...(personId === undefined ? {} : { 'assignment.personId': personId }),
        promisedAt: after ? { $gt: earliestDate, $gte: after.promisedAt } : { $gt: earliestDate },
        ...(after
          ? { $or: [{ promisedAt: { $gt: after.promisedAt } }, { _id: { $gt: new ObjectId(after.id) } }] }
          : {}),
      };
      const sort = { $sort: { promisedAt: 1, _id: 1 } };
      const { collection, steps } = allKinds(kind === undefined ? sources : [sourceOf(kind)], (source) => [
        { $match: match },
        sort,
        { $limit: limit },
        { $project: { ...projectionOf(source), kind: { $literal: source.kind } } },
      ]);
      const documents = await database
        .collection(collection)
        .aggregate<WorkDocument>([...steps, sort, { $limit: limit }], { maxTimeMS, batchSize: limit + 1 })
        .toArray();
      return (await personal.openAll(documents)).map(toWork);
    },

    async find(kind: WorkKind, id: string): Promise<StoredWork | undefined> {
      const source = sourceOf(kind);
      const document = await database
        .collection<WorkDocument>(source.collection)
        .findOne(
          { _id: new ObjectId(id), promisedAt: { $gt: earliestDate } },
          { projection: projectionOf(source), maxTimeMS },
        );
      return document === null ? undefined : toWork({ ...(await personal.open(document)), kind });
    },

    /** False when the assignment has changed or the record is no longer open. */
    assign(
      kind: WorkKind,
      id: string,
      seenVersion: number,
      assignment: Assignment,
      entry?: NewAuditEntry,
    ): Promise<boolean> {
      const filter = {
        _id: new ObjectId(id),
        promisedAt: { $gt: earliestDate },
        'assignment.version': seenVersion === 0 ? null : seenVersion,
      };
      const records = database.collection(sourceOf(kind).collection);
      return saveChange(connection, { entry }, (session) =>
        hasMatched(records.updateOne(filter, { $set: { assignment } }, { maxTimeMS, ...inSession(session) })),
      );
    },

    /** The number of records by kind and age, with one query. The boundaries are sorted newest first. */
    async ages(boundaries: readonly Date[], now: Date): Promise<WorkAge[]> {
      // The number of boundaries that the record is older than.
      const bucket = { $add: boundaries.map((since) => ({ $cond: [{ $lt: ['$createdAt', since] }, 1, 0] })) };
      const { collection, steps } = allKinds(sources, ({ kind }) => [
        { $match: { promisedAt: { $gt: earliestDate } } },
        {
          $group: {
            _id: { kind: { $literal: kind }, bucket },
            count: { $sum: 1 },
            late: { $sum: { $cond: [{ $lte: ['$promisedAt', now] }, 1, 0] } },
          },
        },
      ]);
      const groups = await database
        .collection(collection)
        .aggregate<{ _id: { kind: WorkKind; bucket: number }; count: number; late: number }>(steps, {
          maxTimeMS,
        })
        .toArray();
      return sources.map(({ kind }) => {
        const groupsOfKind = groups.filter(({ _id }) => _id.kind === kind);
        return {
          kind,
          late: groupsOfKind.reduce((sum, { late }) => sum + late, 0),
          counts: workAgeDays.map(
            (_, index) => groupsOfKind.find(({ _id }) => _id.bucket === index)?.count ?? 0,
          ),
        };
      });
    },
  };
}
