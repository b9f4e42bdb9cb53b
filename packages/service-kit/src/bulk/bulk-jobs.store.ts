import type { BulkJob as BulkJobAnswer, BulkOutcome } from '@kinmel/contracts';
import mongoose from 'mongoose';
import type { StaffCall } from '../audit/audit-entry.ts';
import { ProblemError } from '../http/problem-error.ts';

interface BulkJobItem {
  readonly id: string;
  readonly version: number;
  /** Absent until done; null after success, otherwise the reason for the refusal. */
  readonly problem?: BulkOutcome['problem'];
}

/** A change of many records that is processed after the request was answered. */
export interface BulkJob<Command> {
  readonly id: string;
  /** The change for each item; removed when the job ends, because staff notes may contain personal data. */
  readonly command: Command | null;
  readonly by: StaffCall;
  readonly traceparent: string | null;
  readonly items: readonly BulkJobItem[];
  /** Fencing token: work begun under an earlier claim can no longer write. */
  readonly claim: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

interface BulkJobDocument<Command> extends Omit<BulkJob<Command>, 'id'> {
  _id: mongoose.mongo.ObjectId;
  key?: string;
  bodyHash: string;
  /** Last activity of the claim holder, in database time. */
  touchedAt?: Date;
}

/** Finished jobs can be read for a week. */
const keepSeconds = 7 * 24 * 60 * 60;
/** Longer than one item takes; each finished item renews the claim. */
const claimMs = 60_000;
const maxTimeMS = 2_000;

const bulkJobSchema = new mongoose.Schema<BulkJobDocument<unknown>>(
  {
    command: { type: mongoose.Schema.Types.Mixed },
    by: { type: mongoose.Schema.Types.Mixed, required: true },
    items: { type: [mongoose.Schema.Types.Mixed] },
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
  } as mongoose.SchemaDefinition<BulkJobDocument<unknown>>,
  { collection: 'bulk_jobs', versionKey: false, autoIndex: false, id: false },
);
const isOpen = { finishedAt: null };
const isUnclaimed = {
  $expr: { $lte: [{ $add: [{ $ifNull: ['$touchedAt', new Date(0)] }, claimMs] }, '$$NOW'] },
};
bulkJobSchema.index({ createdAt: 1 }, { partialFilterExpression: isOpen });
bulkJobSchema.index({ key: 1 }, { unique: true, partialFilterExpression: { key: { $type: 'string' } } });
bulkJobSchema.index({ finishedAt: 1 }, { expireAfterSeconds: keepSeconds });

export const createBulkJobModel = (connection: mongoose.Connection) =>
  connection.model('kitBulkJob', bulkJobSchema);

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

export interface BulkJobsStore<Command> {
  /** Stores a job, or returns the existing one of the same key; rejects when the bodies differ. */
  accept(job: NewBulkJob<Command>): Promise<BulkJob<Command>>;
  find(id: string): Promise<BulkJob<Command> | undefined>;
  /** Unfinished jobs of one person, newest first. */
  running(personId: string): Promise<BulkJob<Command>[]>;
  due(limit: number): Promise<string[]>;
  claim(id: string): Promise<BulkJob<Command> | undefined>;
  /**
   * Stores the outcome of one item once, in the transaction of `session` if given. False when it was stored before or
   * the claim is lost.
   */
  keep(
    job: BulkJob<Command>,
    index: number,
    problem: BulkOutcome['problem'],
    session?: mongoose.ClientSession,
  ): Promise<boolean>;
  /** Ends a job whose items are all done. */
  finish(job: BulkJob<Command>, now: Date): Promise<void>;
  /** Lets another instance continue before the claim expires. */
  release(job: BulkJob<Command>): Promise<void>;
}

export function createBulkJobsStore<Command>(connection: mongoose.Connection): BulkJobsStore<Command> {
  type Document = BulkJobDocument<Command>;
  // The raw driver: filters contain only values from this code.
  const jobs = connection.getClient().db(connection.name).collection<Document>('bulk_jobs');
  const idOf = (id: string) => new mongoose.mongo.ObjectId(id);
  const toJob = ({ _id, ...document }: mongoose.mongo.WithId<Document>): BulkJob<Command> => ({
    ...document,
    id: _id.toHexString(),
  });
  const mine = ({ id, claim }: BulkJob<Command>) =>
    ({ _id: idOf(id), claim, finishedAt: null }) as mongoose.mongo.Filter<Document>;

  return {
    async accept({ key: given, bodyHash, now, traceparent, ...job }) {
      const key = given === undefined ? undefined : `${job.by.person.id}\n${given}`;
      const document = {
        _id: new mongoose.mongo.ObjectId(),
        ...job,
        traceparent: traceparent ?? null,
        bodyHash,
        claim: 0,
        createdAt: now,
        finishedAt: null,
        ...(key === undefined ? {} : { key }),
      } as mongoose.mongo.OptionalUnlessRequiredId<Document>;
      try {
        await jobs.insertOne(document, { maxTimeMS, writeConcern: { w: 'majority', j: true } });
        return toJob(document as mongoose.mongo.WithId<Document>);
      } catch (error) {
        const isTaken = error instanceof mongoose.mongo.MongoServerError && error.code === 11000;
        const found = isTaken
          ? await jobs.findOne({ key } as mongoose.mongo.Filter<Document>, { maxTimeMS })
          : null;
        if (found === null) throw error;
        if (found.bodyHash !== bodyHash)
          throw new ProblemError('key-reused', 'This Idempotency-Key was used for another change.');
        return toJob(found);
      }
    },

    async find(id) {
      const found = await jobs.findOne({ _id: idOf(id) } as mongoose.mongo.Filter<Document>, { maxTimeMS });
      return found ? toJob(found) : undefined;
    },

    async running(personId) {
      const ofPerson = { ...isOpen, 'by.person.id': personId } as mongoose.mongo.Filter<Document>;
      const found = await jobs.find(ofPerson, { sort: { createdAt: -1 }, limit: 10, maxTimeMS }).toArray();
      return found.map(toJob);
    },

    async due(limit) {
      const found = await jobs
        .find({ ...isOpen, ...isUnclaimed } as mongoose.mongo.Filter<Document>, {
          projection: { _id: 1 },
          sort: { createdAt: 1 },
          limit,
          maxTimeMS,
        })
        .toArray();
      return found.map(({ _id }) => _id.toHexString());
    },

    async claim(id) {
      const found = await jobs.findOneAndUpdate(
        { _id: idOf(id), ...isOpen, ...isUnclaimed } as mongoose.mongo.Filter<Document>,
        [{ $set: { touchedAt: '$$NOW', claim: { $add: ['$claim', 1] } } }],
        { returnDocument: 'after', maxTimeMS },
      );
      return found ? toJob(found) : undefined;
    },

    async keep(job, index, problem, session) {
      const field = `items.${index}.problem`;
      const filter = { ...mine(job), [field]: { $exists: false } } as mongoose.mongo.Filter<Document>;
      const { matchedCount } = await jobs.updateOne(
        filter,
        {
          $set: { [field]: problem },
          $currentDate: { touchedAt: true },
        } as unknown as mongoose.mongo.UpdateFilter<Document>,
        session ? { session } : { maxTimeMS },
      );
      return matchedCount === 1;
    },

    async finish(job, now) {
      const isDone = { items: { $not: { $elemMatch: { problem: { $exists: false } } } } };
      await jobs.updateOne(
        { ...mine(job), ...isDone } as mongoose.mongo.Filter<Document>,
        { $set: { finishedAt: now, command: null } } as unknown as mongoose.mongo.UpdateFilter<Document>,
        { maxTimeMS },
      );
    },

    async release(job) {
      await jobs.updateOne(
        mine(job),
        { $unset: { touchedAt: '' } } as mongoose.mongo.UpdateFilter<Document>,
        {
          maxTimeMS,
        },
      );
    },
  };
}

/** The job as returned by the API. */
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
