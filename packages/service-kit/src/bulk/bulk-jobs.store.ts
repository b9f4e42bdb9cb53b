import type { BulkJob as BulkJobAnswer, BulkOutcome } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { StaffCall } from '../audit/audit-entry.ts';
import { ProblemError } from '../http/problem-error.ts';
import {
  declareCollection,
  hasMatched,
  inSession,
  isDuplicateKeyError,
} from '../mongo/declare-collection.ts';

interface BulkJobItem {
  readonly id: string;
  readonly version: number;
  /** Absent until done; null after success, otherwise the reason for the refusal. */
  readonly problem?: BulkOutcome['problem'];
}

/** A change of many records that continues after the request was answered. */
export interface BulkJob<Command> {
  readonly id: string;
  /** The change for each item; removed when the job ends, because staff notes may contain personal data. */
  readonly command: Command | null;
  readonly by: StaffCall;
  readonly traceparent: string | null;
  readonly items: readonly BulkJobItem[];
  /** Fencing token: work that began under an earlier claim can no longer write. */
  readonly claim: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

interface BulkJobDocument<Command> extends Omit<BulkJob<Command>, 'id'> {
  _id: mongoose.mongo.ObjectId;
  key?: string;
  bodyHash: string;
  /** Time of the last progress, by the database's clock. */
  touchedAt?: Date;
}

type StoredJob = BulkJobDocument<unknown>;

/** Retention of a job's outcome. */
const retentionSeconds = 7 * 24 * 60 * 60;
/** Longer than one item takes. Each finished item renews the claim. */
const claimMs = 60_000;
const maxTimeMS = 2_000;

const openFilter = { finishedAt: null };
const unclaimedFilter = {
  $expr: { $lte: [{ $add: [{ $ifNull: ['$touchedAt', new Date(0)] }, claimMs] }, '$$NOW'] },
};

export const createBulkJobModel = declareCollection<StoredJob>('bulk_jobs', [
  [{ createdAt: 1 }, { partialFilterExpression: openFilter }],
  [{ key: 1 }, { unique: true, partialFilterExpression: { key: { $type: 'string' } } }],
  [{ finishedAt: 1 }, { expireAfterSeconds: retentionSeconds }],
]);

export interface NewBulkJob<Command> {
  readonly command: Command;
  readonly by: StaffCall;
  readonly traceparent: string | undefined;
  readonly items: readonly { readonly id: string; readonly version: number }[];
  /** Idempotency key; unique per person. */
  readonly key: string | undefined;
  readonly bodyHash: string;
  readonly now: Date;
}

export type BulkJobsStore<Command> = ReturnType<typeof createBulkJobsStore<Command>>;

export function createBulkJobsStore<Command>(connection: mongoose.Connection) {
  // Uses the native driver, because commands and outcomes are stored without casting.
  const jobs = connection.getClient().db(connection.name).collection<StoredJob>('bulk_jobs');
  const idOf = (id: string) => new mongoose.mongo.ObjectId(id);
  // The cast is safe: a service stores only one kind of command.
  const toJob = ({ _id, ...document }: StoredJob) =>
    ({ ...document, id: _id.toHexString() }) as BulkJob<Command>;
  const claimedBy = ({ id, claim }: BulkJob<Command>) => ({ _id: idOf(id), claim, finishedAt: null });

  return {
    /** Stores a job, or returns the one with the same key, which must have the same body. */
    async accept({
      key: requestKey,
      bodyHash,
      now,
      traceparent,
      ...job
    }: NewBulkJob<Command>): Promise<BulkJob<Command>> {
      const key = requestKey === undefined ? undefined : `${job.by.person.id}\n${requestKey}`;
      const document = {
        _id: new mongoose.mongo.ObjectId(),
        ...job,
        traceparent: traceparent ?? null,
        bodyHash,
        claim: 0,
        createdAt: now,
        finishedAt: null,
        ...(key === undefined ? {} : { key }),
      };
      try {
        await jobs.insertOne(document, { maxTimeMS, writeConcern: { w: 'majority', j: true } });
        return toJob(document);
      } catch (error) {
        const storedJob =
          isDuplicateKeyError(error) && key !== undefined ? await jobs.findOne({ key }, { maxTimeMS }) : null;
        if (storedJob === null) throw error;
        if (storedJob.bodyHash !== bodyHash)
          throw new ProblemError('key-reused', 'This Idempotency-Key was used for another change.');
        return toJob(storedJob);
      }
    },

    async find(id: string): Promise<BulkJob<Command> | undefined> {
      const storedJob = await jobs.findOne({ _id: idOf(id) }, { maxTimeMS });
      return storedJob ? toJob(storedJob) : undefined;
    },

    /** Unfinished jobs of a person, newest first. */
    async running(personId: string): Promise<BulkJob<Command>[]> {
      const openOfPerson = { ...openFilter, 'by.person.id': personId };
      const storedJobs = await jobs
        .find(openOfPerson, { sort: { createdAt: -1 }, limit: 10, maxTimeMS })
        .toArray();
      return storedJobs.map(toJob);
    },

    async due(limit: number): Promise<string[]> {
      const storedJobs = await jobs
        .find(
          { ...openFilter, ...unclaimedFilter },
          {
            projection: { _id: 1 },
            sort: { createdAt: 1 },
            limit,
            maxTimeMS,
          },
        )
        .toArray();
      return storedJobs.map(({ _id }) => _id.toHexString());
    },

    async claim(id: string): Promise<BulkJob<Command> | undefined> {
      const storedJob = await jobs.findOneAndUpdate(
        { _id: idOf(id), ...openFilter, ...unclaimedFilter },
        [{ $set: { touchedAt: '$$NOW', claim: { $add: ['$claim', 1] } } }],
        { returnDocument: 'after', maxTimeMS },
      );
      return storedJob ? toJob(storedJob) : undefined;
    },

    /** Stores the outcome of an item once. False when it was stored before or the claim was lost. */
    keep(
      job: BulkJob<Command>,
      index: number,
      problem: BulkOutcome['problem'],
      session?: mongoose.ClientSession,
    ): Promise<boolean> {
      const field = `items.${index}.problem`;
      return hasMatched(
        jobs.updateOne(
          { ...claimedBy(job), [field]: { $exists: false } },
          { $set: { [field]: problem }, $currentDate: { touchedAt: true } },
          { maxTimeMS, ...inSession(session) },
        ),
      );
    },

    /** Ends a job without pending items. */
    async finish(job: BulkJob<Command>, now: Date): Promise<void> {
      const doneFilter = { items: { $not: { $elemMatch: { problem: { $exists: false } } } } };
      await jobs.updateOne(
        { ...claimedBy(job), ...doneFilter },
        { $set: { finishedAt: now, command: null } },
        { maxTimeMS },
      );
    },

    /** Releases the claim, so that another instance can continue at once. */
    async release(job: BulkJob<Command>): Promise<void> {
      await jobs.updateOne(claimedBy(job), { $unset: { touchedAt: '' } }, { maxTimeMS });
    },
  };
}

/** Formats the job for an answer. */
export const bulkJobAnswer = <Command>({
  id,
  items,
  createdAt,
  finishedAt,
}: BulkJob<Command>): BulkJobAnswer => ({
  id,
  state: finishedAt === null ? 'running' : 'done',
  total: items.length,
  outcomes: items.flatMap(({ id: item, problem }) => (problem === undefined ? [] : [{ id: item, problem }])),
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
