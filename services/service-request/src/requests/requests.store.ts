import {
  backfillPromises,
  claimFor,
  countNew,
  createAuditTrail,
  declareWorkIndexes,
  inOneTransaction,
  isUnclaimed,
  type NewAuditEntry,
  type OutboxRow,
  outboxFields,
  outboxRows,
  retireIndex,
  type StoredWorkFields,
  type WireEvent,
  withAuditEntry,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Forgetting } from './forget.rules.ts';
import type { Promises, RequestState } from './request.rules.ts';

/** What a repeated request is found by (G1). */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

/** How a request of any kind lies in the database; a kind adds its own fields. */
export interface StoredRequest extends Omit<RequestState, 'id' | 'history'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  history: RequestState['history'][number][];
  searchText: string;
  tokenHash: string;
  idempotencyKey?: string;
  bodyHash?: string;
  /** Taken away by staff: without personal data, until its events are sent. */
  deletedAt: Date | null;
  /** When something personal has to leave it next (G10, G11); null while nothing has to. */
  forgetAt: Date | null;
  /** An instance is at it until then. */
  forgetClaimedUntil?: Date;
  outbox: OutboxRow[];
}

const text = { type: String, required: true };
const ownText = { type: String, default: '' };

const historySchema = new mongoose.Schema(
  {
    at: { type: Date, required: true },
    by: { ...text, enum: ['customer', 'admin', 'shop'] },
    who: { type: String, default: null },
    what: { ...text, enum: ['status', 'quote', 'time'] },
    from: { type: String, default: null },
    to: text,
    note: ownText,
  },
  { _id: false, id: false },
);

/** Before every date: a condition on it leaves out what has none. */
const never = new Date(0);

/** The fields and indexes of every kind of request, with those of the kind. */
export function requestSchema(
  statuses: readonly string[],
  fields: mongoose.SchemaDefinition,
): mongoose.Schema {
  const schema = new mongoose.Schema(
    {
      status: { ...text, enum: statuses },
      name: ownText,
      email: ownText,
      phone: ownText,
      userId: { type: String, default: null },
      adminNotes: ownText,
      searchText: ownText,
      history: [historySchema],
      linkGeneration: { type: Number, required: true, min: 1 },
      tokenHash: text,
      idempotencyKey: String,
      bodyHash: String,
      createdAt: { type: Date, required: true },
      updatedAt: { type: Date, required: true },
      version: { type: Number, required: true, min: 1 },
      isCustomerGone: { type: Boolean, default: false },
      forgottenAt: { type: Date, default: null },
      deletedAt: { type: Date, default: null },
      forgetAt: { type: Date, default: null },
      forgetClaimedUntil: Date,
      ...workFields,
      ...fields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false, autoIndex: false, id: false },
  );
  schema.index({ tokenHash: 1 }, { unique: true });
  schema.index(
    { idempotencyKey: 1 },
    { unique: true, partialFilterExpression: { idempotencyKey: { $type: 'string' } } },
  );
  schema.index({ userId: 1, createdAt: -1 }, { partialFilterExpression: { userId: { $type: 'string' } } });
  // Down to the id, or the database reads and sorts the whole list for each of its pages.
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ deletedAt: 1, status: 1, createdAt: -1, _id: -1 });
  retireIndex(schema, { deletedAt: 1, createdAt: -1 });
  retireIndex(schema, { deletedAt: 1, status: 1, createdAt: -1 });
  schema.index(
    { forgetClaimedUntil: 1, forgetAt: 1 },
    { partialFilterExpression: { forgetAt: { $gt: never } } },
  );
  declareWorkIndexes(schema);
  return schema;
}

const maxTimeMS = 2_000;
/** Longer than a request is worked on. */
const forgetClaimMs = 60_000;
/** How many rows of a whole list are in memory at once. */
const rowsPerRead = 500;
/** More of one person are not shown; the bound of the list's answer. */
const mostOwn = 100;

/** The writes and look-ups that requests of every kind share. */
export interface RequestsStore<State extends RequestState> {
  find(id: string): Promise<State | undefined>;
  findByTokenHash(tokenHash: string): Promise<State | undefined>;
  /** What this key made before, with the hash of what it was made from. */
  findByKey(key: string): Promise<{ readonly state: State; readonly bodyHash: string } | undefined>;
  /** Newest first, at most a hundred. */
  listOwn(userId: string): Promise<State[]>;
  /** Saves request, events and key in one write. False: the key was used meanwhile, and nothing is written. */
  insert(
    state: State,
    options: {
      readonly tokenHash: string;
      readonly key: IdempotencyKey | undefined;
      readonly events: readonly WireEvent[];
      /** Fields of the kind's own store, which no state has. */
      readonly besides?: Readonly<Record<string, unknown>>;
    },
  ): Promise<boolean>;
  /** Saves state, events and audit entry together, unless somebody was faster: then false. */
  replace(
    before: State,
    after: State,
    tokenHash: string,
    events: readonly WireEvent[],
    besides?: {
      readonly set?: Readonly<Record<string, unknown>>;
      readonly remove?: readonly string[];
      /** Of a change by staff. */
      readonly entry?: NewAuditEntry | undefined;
    },
  ): Promise<boolean>;
  /**
   * Takes a request away with its personal data, and saves its events with that; its link still finds what it became. False: it
   * was changed or taken away meanwhile.
   */
  remove(
    before: State,
    after: State,
    events: readonly WireEvent[],
    now: Date,
    entry?: NewAuditEntry,
  ): Promise<boolean>;
  /** What a request became that was taken away, until it is purged. */
  findRemovedByTokenHash(tokenHash: string): Promise<State | undefined>;
  /** Deletes what was taken away before that moment and has nothing left to tell. */
  purge(removedBefore: Date): Promise<number>;
  /** As `countNew`. The search is taken literally, in lower case. */
  countSince(
    filter: Pick<RequestsPage, 'status' | 'search'>,
    since: Date | undefined,
  ): Promise<{ readonly count: number; readonly since: Date | undefined }>;
  /** Notes of all requests of an account that it is gone, and that they have to be looked at (G10). */
  markCustomerGone(userId: string, now: Date, session?: mongoose.ClientSession): Promise<void>;
  /** Requests that something personal has to leave, as `Swept.due` asks for them. */
  dueToForget(now: Date, limit: number): Promise<string[]>;
  /** As `Swept.claim`. */
  claimToForget(id: string, now: Date): Promise<State | undefined>;
  /** Gives open requests from before promises were kept theirs; answers how many. */
  backfillPromises(): Promise<number>;
  /** All of them, newest first, read as fast as they are taken. */
  readAll(filter: Pick<RequestsPage, 'status' | 'search'>): AsyncIterable<State>;
  /** A page of them, newest first. The search is taken literally, in lower case. */
  list(page: RequestsPage): Promise<{ readonly states: State[]; readonly total: number }>;
}

export interface RequestsPage {
  readonly status: string | undefined;
  readonly search: string;
  readonly skip: number;
  readonly limit: number;
}

const isTakenKey = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 11000 &&
  error.message.includes('idempotencyKey');

/** What a stored request says, without the fields of the store itself. */
export function requestFields<Stored extends StoredRequest>(stored: Stored) {
  const {
    _id,
    tokenHash: _token,
    idempotencyKey: _key,
    bodyHash: _hash,
    searchText: _search,
    deletedAt: _deleted,
    forgetAt: _forgetAt,
    forgetClaimedUntil: _claim,
    promisedAt: _promisedAt,
    assignment: _assignment,
    outbox: _outbox,
    ...fields
  } = stored;
  return { ...fields, id: _id.toHexString() };
}

/** What says the moments that a request is found by. */
export interface RequestTimes<State extends RequestState> {
  readonly forgetting: Pick<Forgetting<State>, 'dueAt'>;
  readonly promises: Promises<State>;
}

/** @param toState what a stored request says, without the fields of the store itself */
export function createRequestsStore<State extends RequestState, Stored extends StoredRequest>(
  model: mongoose.Model<Stored>,
  toState: (stored: Stored) => State,
  /** What staff find a request by. */
  searchTextOf: (state: State) => string,
  { forgetting, promises: { openStatuses, promisedAtOf } }: RequestTimes<State>,
): RequestsStore<State> {
  // The driver's collection: filters hold values of ours only, and reads need no documents of mongoose.
  const requests = model.collection;
  const audit = createAuditTrail(model.db);
  const idOf = (id: string) => new mongoose.Types.ObjectId(id);
  const projection = { outbox: 0 };

  async function findOne(filter: mongoose.mongo.Document): Promise<Stored | undefined> {
    const found: unknown = await requests.findOne(filter, { projection, maxTimeMS });
    // The collection's type is the driver's; what lies there was written by this store.
    return (found as Stored | null) ?? undefined;
  }

  const filterOf = ({ status, search }: Pick<RequestsPage, 'status' | 'search'>) => ({
    deletedAt: null,
    ...(status === undefined ? {} : { status }),
    ...(search === '' ? {} : { searchText: { $regex: RegExp.escape(search.toLowerCase()), $options: '' } }),
  });

  const stateOf = (stored: Stored | undefined) => stored && toState(stored);
  const fieldsOf = (state: State) => {
    const { id: _id, ...fields } = state;
    return {
      ...fields,
      searchText: searchTextOf(state).toLowerCase(),
      forgetAt: forgetting.dueAt(state),
      promisedAt: promisedAtOf(state),
    };
  };
  const isDue = (now: Date) => ({
    forgetAt: { $gt: never, $lte: now },
    deletedAt: null,
    ...isUnclaimed('forgetClaimedUntil'),
  });

  return {
    find: async (id) => stateOf(await findOne({ _id: idOf(id), deletedAt: null })),

    findByTokenHash: async (tokenHash) => stateOf(await findOne({ tokenHash, deletedAt: null })),

    async findByKey(key) {
      // The type is what lets a partial index answer.
      const found = await findOne({ idempotencyKey: { $eq: key, $type: 'string' }, deletedAt: null });
      return found && { state: toState(found), bodyHash: found.bodyHash ?? '' };
    },

    async listOwn(userId) {
      const found: unknown[] = await requests
        .find(
          { userId: { $eq: userId, $type: 'string' }, deletedAt: null },
          { projection, sort: { createdAt: -1 }, limit: mostOwn, maxTimeMS },
        )
        .toArray();
      return found.map((stored) => toState(stored as Stored));
    },

    async insert(state, { tokenHash, key, events, besides }) {
      const document: object = {
        ...fieldsOf(state),
        ...besides,
        _id: idOf(state.id),
        tokenHash,
        ...(key === undefined ? {} : { idempotencyKey: key.key, bodyHash: key.bodyHash }),
        outbox: outboxRows(...events),
      };
      try {
        await new model(document).save();
        return true;
      } catch (error) {
        if (isTakenKey(error)) return false;
        throw error;
      }
    },

    async replace(before, after, tokenHash, events, { set = {}, remove = [], entry } = {}) {
      // Nobody is left who could send it again.
      const keys = after.forgottenAt ? ['idempotencyKey', 'bodyHash'] : [];
      // What has to leave it now is another matter than what was claimed.
      const removed = [...remove, ...keys, 'forgetClaimedUntil'];
      // The driver's types know no field of the collection that a push could be to.
      const change: object = {
        $set: { ...fieldsOf(after), ...set, tokenHash },
        $unset: Object.fromEntries(removed.map((field) => [field, 1])),
        $push: { outbox: { $each: outboxRows(...events) } },
      };
      const write = async (session?: mongoose.ClientSession) => {
        const { matchedCount } = await requests.updateOne(
          { _id: idOf(before.id), version: before.version, deletedAt: null },
          change,
          { maxTimeMS, ...(session ? { session } : {}) },
        );
        return matchedCount === 1;
      };
      if (!after.forgottenAt) return withAuditEntry(model.db, entry, write);
      // What staff wrote to it leaves the audit in the same write, and stays when somebody else was faster.
      return inOneTransaction(model.db, async (session) => {
        if (!(await write(session))) return false;
        await audit.forgetNotes(before.id, session);
        return true;
      });
    },

    findRemovedByTokenHash: async (tokenHash) =>
      stateOf(await findOne({ tokenHash, deletedAt: { $type: 'date' } })),

    async remove(before, after, events, now, entry) {
      const left = {
        ...after,
        name: '',
        email: '',
        phone: '',
        adminNotes: '',
        userId: null,
        history: after.history.map((step) => ({ ...step, note: '' })),
      };
      const change: object = {
        $set: { ...fieldsOf(left), searchText: '', deletedAt: now, forgetAt: null, promisedAt: null },
        $unset: { idempotencyKey: 1, bodyHash: 1 },
        $push: { outbox: { $each: outboxRows(...events) } },
      };
      return withAuditEntry(model.db, entry, async (session) => {
        const { matchedCount } = await requests.updateOne(
          { _id: idOf(before.id), version: before.version, deletedAt: null },
          change,
          { maxTimeMS, ...(session ? { session } : {}) },
        );
        if (matchedCount === 0) return false;
        await audit.forgetNotes(before.id, session);
        return true;
      });
    },

    async purge(removedBefore) {
      const { deletedCount } = await requests.deleteMany(
        {
          deletedAt: { $type: 'date', $lte: removedBefore },
          outbox: { $not: { $elemMatch: { sentAt: null } } },
        },
        { maxTimeMS },
      );
      return deletedCount;
    },

    countSince: (filter, since) =>
      // The collection's type is the driver's; what lies there was written by this store.
      countNew(requests as unknown as mongoose.mongo.Collection<StoredRequest>, filterOf(filter), since, {
        maxTimeMS,
      }),

    async markCustomerGone(userId, now, session) {
      await requests.updateMany(
        { userId: { $eq: userId, $type: 'string' }, isCustomerGone: { $ne: true }, deletedAt: null },
        // A change that is under way at this moment starts anew, and sees it.
        { $set: { isCustomerGone: true, forgetAt: now }, $inc: { version: 1 } },
        session ? { session } : { maxTimeMS },
      );
    },

    async dueToForget(now, limit) {
      const found = await requests
        .find(isDue(now), {
          projection: { _id: 1 },
          sort: { forgetClaimedUntil: 1, forgetAt: 1 },
          limit,
          maxTimeMS,
        })
        .toArray();
      return found.map(({ _id }) => _id.toHexString());
    },

    async claimToForget(id, now) {
      const found: unknown = await requests.findOneAndUpdate(
        { _id: idOf(id), ...isDue(now) },
        claimFor('forgetClaimedUntil', forgetClaimMs),
        { projection, maxTimeMS },
      );
      return stateOf((found as Stored | null) ?? undefined);
    },

    backfillPromises: () =>
      backfillPromises<Stored>(requests, { deletedAt: null, status: { $in: [...openStatuses] } }, (stored) =>
        promisedAtOf(toState(stored)),
      ),

    async *readAll(filter) {
      const cursor = requests.find(filterOf(filter), {
        projection,
        sort: { createdAt: -1, _id: -1 },
        batchSize: rowsPerRead,
        maxTimeMS: 30_000,
      });
      for await (const stored of cursor) {
        const found: unknown = stored;
        yield toState(found as Stored);
      }
    },

    async list({ status, search, skip, limit }) {
      const filter = filterOf({ status, search });
      const [found, total] = await Promise.all([
        requests
          .find(filter, { projection, sort: { createdAt: -1, _id: -1 }, skip, limit, maxTimeMS })
          .toArray(),
        requests.countDocuments(filter, { maxTimeMS }),
      ]);
      const stored: unknown[] = found;
      return { states: stored.map((one) => toState(one as Stored)), total };
    },
  };
}
