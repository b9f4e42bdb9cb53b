import {
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
  type StoredWorkFields,
  type WireEvent,
  withAuditEntry,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';
import { forgetAtOf, type Retention } from './forget.rules.ts';
import { promisedAtOf, type RequestState } from './request.rules.ts';
import type { RequestKindDeclaration } from './request-kind.ts';

/** What a repeated request is found by (G1). */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

/** How a request lies in the database; a kind adds its own fields. */
interface StoredRequest extends Omit<RequestState, 'id' | 'history'>, StoredWorkFields {
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
function requestSchema({ statuses, fields, indexes = [] }: Declared): mongoose.Schema {
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
      photoId: { type: String, default: null },
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
  const onlyTexts = (field: string) => ({ partialFilterExpression: { [field]: { $type: 'string' } } });
  schema.index({ tokenHash: 1 }, { unique: true });
  schema.index({ idempotencyKey: 1 }, { unique: true, ...onlyTexts('idempotencyKey') });
  schema.index({ userId: 1, createdAt: -1 }, onlyTexts('userId'));
  // Which photos a record names, for the sweep of those that none does.
  schema.index({ photoId: 1 }, onlyTexts('photoId'));
  // Down to the id, or the database reads and sorts the whole list for each of its pages.
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ deletedAt: 1, status: 1, createdAt: -1, _id: -1 });
  schema.index(
    { forgetClaimedUntil: 1, forgetAt: 1 },
    { partialFilterExpression: { forgetAt: { $gt: never } } },
  );
  for (const [keys, options] of indexes) schema.index(keys, options);
  declareWorkIndexes(schema);
  return schema;
}

/** A declaration of any kind. */
export type AnyKind = RequestKindDeclaration<RequestState>;
type Declared = Pick<AnyKind, 'kind' | 'collection' | 'statuses' | 'fields' | 'indexes'>;

/** The model of a kind on a connection, made once. */
export const requestModel = (
  connection: mongoose.Connection,
  kind: Declared,
): mongoose.Model<StoredRequest> =>
  connection.models[kind.kind] ??
  connection.model<StoredRequest>(kind.kind, requestSchema(kind) as never, kind.collection);

const { trusted } = mongoose;
const maxTimeMS = 2_000;
/** Longer than a request is worked on. */
const forgetClaimMs = 60_000;
/** How many rows of a whole list are in memory at once. */
const rowsPerRead = 500;
/** More of one person are not shown; the bound of the list's answer. */
const mostOwn = 100;

export interface RequestsPage {
  readonly status: string | undefined;
  readonly search: string;
  readonly skip: number;
  readonly limit: number;
}
type RequestsFilter = Pick<RequestsPage, 'status' | 'search'>;

/** By what each request keeps when it is due and when personal data leave it. */
export interface RequestTimes {
  readonly calendar: SlotCalendar;
  readonly retention: Retention;
}

export interface InsertOptions {
  readonly tokenHash: string;
  readonly key: IdempotencyKey | undefined;
  readonly events: readonly WireEvent[];
  /** Fields of the store alone. */
  readonly besides?: Readonly<Record<string, unknown>>;
}

export interface ReplaceOptions {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Of a change by staff. */
  readonly entry?: NewAuditEntry | undefined;
}

const isTakenKey = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 11000 &&
  error.message.includes('idempotencyKey');

/** The requests of one kind. */
export type RequestsStore<State extends RequestState> = ReturnType<typeof createRequestsStore<State>>;
export type AnyRequests = RequestsStore<RequestState>;

export function createRequestsStore<State extends RequestState>(
  connection: mongoose.Connection,
  kind: RequestKindDeclaration<State>,
  { calendar, retention }: RequestTimes,
) {
  const model = requestModel(connection, kind as Declared);
  const audit = createAuditTrail(connection);
  const projection = { outbox: 0 } as const;
  const storeFields = new Set(kind.storeFields);

  /** What a stored request says, without the fields of the store itself. */
  function toState(stored: StoredRequest): State {
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
    const own = Object.entries(fields).filter(([field]) => !storeFields.has(field));
    // What lies there was written by this store.
    return { ...Object.fromEntries(own), id: _id.toHexString() } as unknown as State;
  }
  const stateOf = (stored: StoredRequest | null) => (stored === null ? undefined : toState(stored));

  const fieldsOf = (state: State) => {
    const { id: _id, ...fields } = state;
    return {
      ...fields,
      searchText: kind.searchedBy(state).join('\n').toLowerCase(),
      forgetAt: forgetAtOf(kind, state, retention),
      promisedAt: promisedAtOf(kind, state, calendar),
    };
  };

  const findOne = (filter: mongoose.QueryFilter<StoredRequest>) =>
    model.findOne(filter, projection).lean<StoredRequest>().maxTimeMS(maxTimeMS).exec();

  const matching = ({ status, search }: RequestsFilter) => ({
    deletedAt: null,
    ...(status === undefined ? {} : { status }),
    // The search is taken literally.
    ...(search === '' ? {} : { searchText: trusted({ $regex: RegExp.escape(search.toLowerCase()) }) }),
  });

  const isDue = (now: Date) => ({
    forgetAt: trusted({ $gt: never, $lte: now }),
    deletedAt: null,
    $expr: trusted(isUnclaimed('forgetClaimedUntil').$expr),
  });

  /** One conditional write of state and events; false when the request was changed or taken away meanwhile. */
  async function update(
    before: State,
    set: object,
    unset: readonly string[],
    events: readonly WireEvent[],
    session?: mongoose.ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await model.updateOne(
      { _id: before.id, version: before.version, deletedAt: null },
      {
        $set: set,
        $unset: Object.fromEntries(unset.map((field) => [field, 1])),
        $push: { outbox: { $each: outboxRows(...events) } },
      },
      { maxTimeMS, ...(session ? { session } : {}) },
    );
    return matchedCount === 1;
  }

  return {
    kind,

    find: async (id: string) => stateOf(await findOne({ _id: id, deletedAt: null })),

    findByTokenHash: async (tokenHash: string) => stateOf(await findOne({ tokenHash, deletedAt: null })),

    /** What this key made before, with the hash of what it was made from. */
    async findByKey(key: string) {
      // The type is what lets a partial index answer.
      const idempotencyKey = trusted<object>({ $eq: key, $type: 'string' });
      const found = await findOne({ idempotencyKey, deletedAt: null });
      return found && { state: toState(found), bodyHash: found.bodyHash ?? '' };
    },

    /** Newest first, at most a hundred. */
    async listOwn(userId: string): Promise<State[]> {
      const found = await model
        .find({ userId: trusted<object>({ $eq: userId, $type: 'string' }), deletedAt: null }, projection)
        .sort({ createdAt: -1 })
        .limit(mostOwn)
        .maxTimeMS(maxTimeMS)
        .lean<StoredRequest[]>();
      return found.map(toState);
    },

    /** Saves request, events and key in one write. False: the key was used meanwhile, and nothing is written. */
    async insert(state: State, { tokenHash, key, events, besides }: InsertOptions): Promise<boolean> {
      const document: object = {
        ...fieldsOf(state),
        ...besides,
        _id: state.id,
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

    /** Saves state, events and audit entry together; false when the request was changed meanwhile. */
    async replace(
      before: State,
      after: State,
      tokenHash: string,
      events: readonly WireEvent[],
      { set = {}, remove = [], entry }: ReplaceOptions = {},
    ): Promise<boolean> {
      // A forgotten request is sent again by nobody.
      const keys = after.forgottenAt ? ['idempotencyKey', 'bodyHash'] : [];
      const unset = [...remove, ...keys, 'forgetClaimedUntil'];
      const write = (session?: mongoose.ClientSession) =>
        update(before, { ...fieldsOf(after), ...set, tokenHash }, unset, events, session);
      if (!after.forgottenAt) return withAuditEntry(connection, entry, write);
      // What staff wrote to it leaves the audit in the same write, and stays when somebody else was faster.
      return inOneTransaction(connection, async (session) => {
        if (!(await write(session))) return false;
        await audit.forgetNotes(before.id, session);
        return true;
      });
    },

    /** What a request became that was taken away, until it is purged. */
    findRemovedByTokenHash: async (tokenHash: string) =>
      stateOf(await findOne({ tokenHash, deletedAt: trusted({ $type: 'date' }) })),

    /**
     * Takes a request away with its personal data, and saves its events with that; its link still finds what it became. False: it
     * was changed or taken away meanwhile.
     */
    async remove(
      before: State,
      after: State,
      events: readonly WireEvent[],
      now: Date,
      entry?: NewAuditEntry,
    ): Promise<boolean> {
      const left = {
        ...after,
        ...kind.personal,
        name: '',
        email: '',
        phone: '',
        adminNotes: '',
        userId: null,
        photoId: null,
        history: after.history.map((step) => ({ ...step, note: '' })),
      };
      const set = { ...fieldsOf(left), searchText: '', deletedAt: now, forgetAt: null, promisedAt: null };
      return withAuditEntry(connection, entry, async (session) => {
        if (!(await update(before, set, ['idempotencyKey', 'bodyHash'], events, session))) return false;
        await audit.forgetNotes(before.id, session);
        return true;
      });
    },

    /** Deletes what was taken away before that moment and has no event left to send; answers how many. */
    async purge(removedBefore: Date): Promise<number> {
      const { deletedCount } = await model
        .deleteMany({
          deletedAt: trusted({ $type: 'date', $lte: removedBefore }),
          outbox: trusted({ $not: { $elemMatch: { sentAt: null } } }),
        })
        .maxTimeMS(maxTimeMS);
      return deletedCount;
    },

    /** As `countNew`. */
    countSince: (filter: RequestsFilter, since: Date | undefined) =>
      countNew(model.collection as never, matching(filter), since, { maxTimeMS }),

    /** Notes of all requests of an account that it is gone, and that they have to be looked at (G10). */
    async markCustomerGone(userId: string, now: Date, session?: mongoose.ClientSession): Promise<void> {
      await model.updateMany(
        {
          userId: trusted<object>({ $eq: userId, $type: 'string' }),
          isCustomerGone: trusted({ $ne: true }),
          deletedAt: null,
        },
        // A change that is under way at this moment starts anew, and sees it.
        { $set: { isCustomerGone: true, forgetAt: now }, $inc: { version: 1 } },
        session ? { session } : { maxTimeMS },
      );
    },

    /** Requests that something personal has to leave, as `Swept.due` asks for them. */
    async dueToForget(now: Date, limit: number): Promise<string[]> {
      const found = await model
        .find(isDue(now), { _id: 1 })
        .sort({ forgetClaimedUntil: 1, forgetAt: 1 })
        .limit(limit)
        .maxTimeMS(maxTimeMS)
        .lean();
      return found.map(({ _id }) => String(_id));
    },

    /** As `Swept.claim`. */
    claimToForget: async (id: string, now: Date) =>
      stateOf(
        await model
          .findOneAndUpdate({ _id: id, ...isDue(now) }, claimFor('forgetClaimedUntil', forgetClaimMs), {
            projection,
            maxTimeMS,
            updatePipeline: true,
          })
          .lean<StoredRequest>(),
      ),

    /** Those of these photos that a request names. */
    async photosInUse(photoIds: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await model
        .find({ photoId: trusted({ $in: [...photoIds], $type: 'string' }) }, { photoId: 1, _id: 0 })
        .maxTimeMS(10_000)
        .lean();
      return new Set(found.map(({ photoId }) => String(photoId)));
    },

    /** All of them, newest first, read as fast as they are taken. */
    async *readAll(filter: RequestsFilter): AsyncGenerator<State> {
      const cursor = model
        .find(matching(filter), projection)
        .sort({ createdAt: -1, _id: -1 })
        .batchSize(rowsPerRead)
        .maxTimeMS(30_000)
        .lean<StoredRequest>()
        .cursor();
      for await (const stored of cursor) yield toState(stored);
    },

    /** A page of them, newest first. */
    async list({ status, search, skip, limit }: RequestsPage): Promise<{ states: State[]; total: number }> {
      const filter = matching({ status, search });
      const [found, total] = await Promise.all([
        model
          .find(filter, projection)
          .sort({ createdAt: -1, _id: -1 })
          .skip(skip)
          .limit(limit)
          .maxTimeMS(maxTimeMS)
          .lean<StoredRequest[]>(),
        model.countDocuments(filter, { maxTimeMS }),
      ]);
      return { states: found.map(toState), total };
    },

    toState,
  };
}
