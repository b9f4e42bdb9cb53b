import { searchTerms } from '@kinmel/contracts';
import { photoIsGone } from '@kinmel/pictures';
import {
  countNew,
  createAuditTrail,
  declareCollection,
  dueDocuments,
  hasMatched,
  type Index,
  inSession,
  inTransaction,
  isDuplicateKeyError,
  type NewAuditEntry,
  nativeCollection,
  numberSearch,
  ProblemError,
  personalDataOf,
  planted,
  purgeDeleted,
  type StoredWorkFields,
  saveChange,
  searchFilter,
  type WireEvent,
  workIndexes,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { photosOf, type RequestPhoto, withoutPhotos } from '../photos/photos-of-request.rules.ts';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';
import { forgetAtOf, type Retention } from './forget.rules.ts';
import { promisedAtOf, type RequestState, referenceOf } from './request.rules.ts';
import type { RequestKindDeclaration } from './request-kind.ts';

/** SR-G1: a repeated request is found by its key; the hash tells whether its content is the same. */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

/** The stored form of a request; a kind adds its own fields. */
interface StoredRequest extends Omit<RequestState, 'id' | 'history' | 'photos'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  history: RequestState['history'][number][];
  photos?: RequestPhoto[];
  searchText: string;
  /** What `PersonalHashes.beginningsOf` returns for the search terms of the person; absent in older requests. */
  searchHashes?: readonly string[];
  tokenHash: string;
  idempotencyKey?: string;
  bodyHash?: string;
  /** Deleted by staff: kept without personal data for its tracking link, until it is purged. */
  deletedAt: Date | null;
  /** When to erase personal data next (SR-G10, SR-G11). */
  forgetAt: Date | null;
  forgetClaimedUntil?: Date;
}

/** Earlier than any date; `$gt` of it excludes null. */
const earliestDate = new Date(0);

const whereText = (field: string) => ({ partialFilterExpression: { [field]: { $type: 'string' } } });

const sharedIndexes: readonly Index[] = [
  [{ tokenHash: 1 }, { unique: true }],
  [{ idempotencyKey: 1 }, { unique: true, ...whereText('idempotencyKey') }],
  [{ userId: 1, createdAt: -1 }, whereText('userId')],
  // Used by the sweep of unused photos.
  [{ photoId: 1 }, whereText('photoId')],
  // A photo belongs to one request (SR-R8).
  [{ 'photos.id': 1 }, { name: 'one_request_of_photo', unique: true, ...whereText('photos.id') }],
  // Includes the id, because MongoDB would otherwise sort the whole list for every page.
  [{ deletedAt: 1, createdAt: -1, _id: -1 }],
  [{ deletedAt: 1, status: 1, createdAt: -1, _id: -1 }],
  [{ forgetClaimedUntil: 1, forgetAt: 1 }, { partialFilterExpression: { forgetAt: { $gt: earliestDate } } }],
  ...workIndexes,
];

export type AnyKind = RequestKindDeclaration<RequestState>;
type CollectionDeclaration = Pick<AnyKind, 'collection' | 'indexes' | 'retiredIndexes'>;

export const requestModel = (
  connection: mongoose.Connection,
  { collection, indexes = [], retiredIndexes }: CollectionDeclaration,
): mongoose.Model<StoredRequest> =>
  connection.models[collection] ??
  Object.assign(
    declareCollection<StoredRequest>(
      collection,
      [...sharedIndexes, ...indexes],
      mongoose.Types.ObjectId,
    )(connection),
    { retiredIndexes },
  );

const { trusted } = mongoose;
const maxTimeMS = 2_000;
/** Longer than the work on one request takes. */
const forgetClaimMs = 60_000;
/** Batch size of exports. */
const rowsPerRead = 500;
/** Limit of the list of own requests. */
const maxOwnRequests = 100;
const maxPerSweep = 100;

/** Fields with data of the customer, whatever the kind; sealed until they are erased. */
const personalFields: readonly string[] = [
  'name',
  'email',
  'phone',
  'address',
  'message',
  'description',
  'adminNotes',
  'sentBack',
  'budget',
];

/** The sealed fields of every kind, when the key that sealed them is missing. */
const unreadableFields = { name: '', email: '', phone: '', adminNotes: '' };

/** Stored fields that are not part of the state of any kind. */
const storeOnlyFields = [
  '_id',
  'tokenHash',
  'idempotencyKey',
  'bodyHash',
  'searchText',
  'searchHashes',
  'deletedAt',
  'forgetAt',
  'forgetClaimedUntil',
  'promisedAt',
  'assignment',
];

/** Excludes a long field that is not part of the state. */
export const stateFields = { searchHashes: 0 } as const;

/** SR-R8: a concurrent request has taken the photo. */
function refuseTakenPhoto(error: unknown): never {
  throw isDuplicateKeyError(error) && error.message.includes('one_request_of_photo') ? photoIsGone() : error;
}

export interface RequestsPage {
  readonly status: string | undefined;
  readonly search: string;
  readonly skip: number;
  readonly limit: number;
}
type RequestsFilter = Pick<RequestsPage, 'status' | 'search'>;

/** Settings that due dates and the search of numbers depend on. */
export interface RequestsOptions {
  readonly calendar: SlotCalendar;
  readonly retention: Retention;
  readonly deviceKey: string;
  /** The collections of all kinds. */
  readonly collections: readonly string[];
}

export interface InsertOptions {
  readonly tokenHash: string;
  readonly key: IdempotencyKey | undefined;
  readonly events: readonly WireEvent[];
  /** Stored fields that are not part of the state. */
  readonly extraFields?: Readonly<Record<string, unknown>>;
}

export interface ReplaceOptions {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly entry?: NewAuditEntry | undefined;
  /** The surrounding transaction. */
  readonly session?: mongoose.ClientSession | undefined;
}

export type RequestsStore<State extends RequestState> = ReturnType<typeof createRequestsStore<State>>;
export type AnyRequests = RequestsStore<RequestState>;

export function createRequestsStore<State extends RequestState>(
  connection: mongoose.Connection,
  kind: RequestKindDeclaration<State>,
  { calendar, retention, deviceKey, collections }: RequestsOptions,
) {
  const imeiSearch = async () => numberSearch(deviceKey, await personal.hashes('parts of numbers'));
  const model = requestModel(connection, kind);
  const audit = createAuditTrail(connection);
  const personal = personalDataOf(connection);
  const storeFields = new Set([...storeOnlyFields, ...(kind.storeFields ?? [])]);

  /** The state of a stored request, without the fields of the store. */
  function toState(stored: StoredRequest): State {
    const stateEntries = Object.entries(stored).filter(([field]) => !storeFields.has(field));
    return {
      ...unreadableFields,
      ...kind.oldFields,
      ...Object.fromEntries(stateEntries),
      id: stored._id.toHexString(),
    } as unknown as State;
  }
  const stateOf = async (stored: StoredRequest | null) =>
    stored === null ? undefined : toState(await personal.open(stored));
  const statesOf = async (stored: readonly StoredRequest[]) => (await personal.openAll(stored)).map(toState);

  /** The stored fields of a state; the search also finds it by the person and by the reference (G15). */
  const fieldsOf = async (state: State) => {
    const { id, ...fields } = state;
    const { name, email, phone, userId, forgottenAt } = state;
    const { texts = [], codes = [] } = kind.searchedBy(state);
    const personTerms = searchTerms({ texts: [name], codes: [email], phones: [phone] });
    const { isKeyed, beginningsOf } = await personal.hashes('requests');
    const isSealed = isKeyed && !forgottenAt;
    const terms = [
      ...searchTerms({ texts, codes: [referenceOf(state), ...codes] }),
      ...(isSealed ? [] : personTerms),
    ];
    const stored = {
      ...fields,
      searchText: terms.join('\n'),
      searchHashes: isSealed ? beginningsOf(personTerms) : [],
      forgetAt: forgetAtOf(kind, state, retention),
      promisedAt: promisedAtOf(kind, state, calendar),
    };
    if (!isSealed) return stored;
    const keyOwnerId = userId ?? id;
    const { agreed } = stored as { agreed?: { readonly payment?: { readonly account: string } } | null };
    // Steps and sums stay as they are: `check-books` compares them.
    const sealedParts = {
      ...(agreed?.payment && {
        agreed: { ...agreed, payment: await personal.seal(keyOwnerId, agreed.payment, ['account']) },
      }),
      history: await Promise.all(state.history.map((step) => personal.seal(keyOwnerId, step, ['note']))),
    };
    return { ...(await personal.seal(keyOwnerId, stored, personalFields as never[])), ...sealedParts };
  };

  /** Deletes the key of a deleted account that has no more requests. */
  async function forgetAccount(userId: string, session: mongoose.ClientSession): Promise<void> {
    // The type condition lets MongoDB use the partial index.
    const ownedByAccount = { userId: { $eq: userId, $type: 'string' } };
    for (const collection of collections)
      if (await connection.collection(collection).findOne(ownedByAccount, { session })) return;
    await personal.forget(userId, session);
  }

  /** Erases what other collections store about an erased request: notes of the audit, and keys. */
  async function forgetTraces(
    { id, userId, isCustomerDeleted }: State,
    session: mongoose.ClientSession,
  ): Promise<void> {
    await audit.forgetNotes(id, session);
    await personal.forget(id, session);
    if (userId !== null && isCustomerDeleted) await forgetAccount(userId, session);
  }

  const findOne = (
    filter: mongoose.QueryFilter<StoredRequest>,
    session: mongoose.ClientSession | null = null,
  ) => model.findOne(filter, stateFields).session(session).lean<StoredRequest>().exec();

  const matching = async ({ status, search }: RequestsFilter) => ({
    deletedAt: null,
    ...(status === undefined ? {} : { status }),
    ...searchFilter('searchText', search, await imeiSearch(), await personal.hashes('requests')),
  });

  const forgetSweep = dueDocuments(nativeCollection(model), {
    isDue: (now) => ({ forgetAt: { $gt: earliestDate, $lte: now }, deletedAt: null }),
    claimField: 'forgetClaimedUntil',
    order: { forgetAt: 1 },
  });

  /** A conditional write; false after a concurrent change or deletion. */
  const update = (
    { id, version }: State,
    set: object,
    unset: readonly string[],
    session?: mongoose.ClientSession,
  ): Promise<boolean> =>
    hasMatched(
      model.updateOne(
        { _id: id, ...(planted('request.lost-update') ? {} : { version }), deletedAt: null },
        { $set: set, $unset: Object.fromEntries(unset.map((field) => [field, 1])) },
        { maxTimeMS, ...inSession(session) },
      ),
    ).catch(refuseTakenPhoto);

  return {
    kind,
    /** Hashes IMEIs for `numberParts`. */
    imeiSearch,

    find: async (id: string, session?: mongoose.ClientSession) =>
      stateOf(await findOne({ _id: id, deletedAt: null }, session)),

    /** Some requests of a status with any text in one field and a past date in another, for a sweep. */
    async idsOverdue(status: State['status'], textField: keyof State, dateField: keyof State, now: Date) {
      const overdue = { [textField]: trusted({ $type: 'string' }), [dateField]: trusted({ $lte: now }) };
      const query = model.find({ ...overdue, status, deletedAt: null }, { _id: 1 }).limit(maxPerSweep);
      return (await query.lean()).map(({ _id }) => String(_id));
    },

    /** Some requests whose date is in the past, for a sweep. */
    async idsBefore(dateField: string, moment: Date) {
      const past = { [dateField]: trusted({ $type: 'date', $lte: moment }), deletedAt: null };
      const query = model.find(past, { _id: 1 }).limit(maxPerSweep);
      return (await query.lean()).map(({ _id }) => String(_id));
    },

    findByTokenHash: async (tokenHash: string) => stateOf(await findOne({ tokenHash, deletedAt: null })),

    /** The request of an idempotency key, with the hash of its content. */
    async findByKey(key: string) {
      // The type condition lets MongoDB use the partial index.
      const idempotencyKey = trusted<object>({ $eq: key, $type: 'string' });
      const document = await findOne({ idempotencyKey, deletedAt: null });
      return document && { state: toState(await personal.open(document)), bodyHash: document.bodyHash ?? '' };
    },

    /** Newest first, at most 100. @param filter fields that must have these values */
    async listOwn(userId: string, filter: object = {}): Promise<State[]> {
      const documents = await model
        .find(
          { ...filter, userId: trusted<object>({ $eq: userId, $type: 'string' }), deletedAt: null },
          stateFields,
        )
        .sort({ createdAt: -1 })
        .limit(maxOwnRequests)
        .lean<StoredRequest[]>();
      return statesOf(documents);
    },

    /** Saves request, key and events; false when a concurrent call has used the key. */
    async insert(state: State, { tokenHash, key, events, extraFields }: InsertOptions): Promise<boolean> {
      const document = {
        ...(await fieldsOf(state)),
        ...extraFields,
        _id: new mongoose.Types.ObjectId(state.id),
        deletedAt: null,
        tokenHash,
        ...(key === undefined ? {} : { idempotencyKey: key.key, bodyHash: key.bodyHash }),
      };
      try {
        await saveChange(connection, { events }, (session) =>
          model.collection.insertOne(document, inSession(session)).catch(refuseTakenPhoto),
        );
        return true;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
        if (error.message.includes('idempotencyKey')) return false;
        throw kind.takenText === undefined ? error : new ProblemError('conflict', kind.takenText);
      }
    },

    /** Saves state, events and audit entry together; false after a concurrent change. */
    async replace(
      before: State,
      after: State,
      tokenHash: string,
      events: readonly WireEvent[],
      { set = {}, remove = [], entry, session: callerSession }: ReplaceOptions = {},
    ): Promise<boolean> {
      // An erased request cannot be submitted again by its key.
      const keyFields = after.forgottenAt ? ['idempotencyKey', 'bodyHash'] : [];
      const unset = [...remove, ...keyFields, 'forgetClaimedUntil'];
      const fields = { ...(await fieldsOf(after)), ...set, tokenHash };
      const write = async (session?: mongoose.ClientSession) => {
        if (!(await update(before, fields, unset, session))) return false;
        if (after.forgottenAt && session) await forgetTraces(before, session);
        return true;
      };
      if (!after.forgottenAt) return saveChange(connection, { events, entry, session: callerSession }, write);
      return inTransaction(connection, (session) => saveChange(connection, { events, session }, write));
    },

    /** A request that was deleted but not yet purged. */
    findRemovedByTokenHash: async (tokenHash: string) =>
      stateOf(await findOne({ tokenHash, deletedAt: trusted({ $type: 'date' }) })),

    /**
     * Erases the personal data of a deleted request and saves its events; its link still works. False after a
     * concurrent change or deletion.
     */
    async remove(
      before: State,
      after: State,
      events: readonly WireEvent[],
      now: Date,
      entry?: NewAuditEntry,
    ): Promise<boolean> {
      const erasedState = {
        ...after,
        ...kind.personal(after),
        name: '',
        email: '',
        phone: '',
        adminNotes: '',
        userId: null,
        ...withoutPhotos(after),
        history: after.history.map((step) => ({ ...step, note: '' })),
        forgottenAt: now,
      };
      const erasedFields = await fieldsOf(erasedState);
      const set = { ...erasedFields, searchText: '', deletedAt: now, forgetAt: null, promisedAt: null };
      return inTransaction(connection, (session) =>
        saveChange(connection, { events, entry, session }, async () => {
          if (!(await update(before, set, ['idempotencyKey', 'bodyHash'], session))) return false;
          await forgetTraces(before, session);
          return true;
        }),
      );
    },

    /** A request by its id. If there is none, a tombstone is stored, so that the id can never be inserted. */
    async settle(id: string, now: Date): Promise<State | undefined> {
      const { withdrawn: status } = kind.stages;
      const tombstoneFields = { status, tokenHash: `abandoned ${id}`, linkGeneration: 1, version: 1 };
      const tombstone = { ...tombstoneFields, createdAt: now, updatedAt: now, deletedAt: now };
      const document = await model
        .findByIdAndUpdate(
          id,
          { $setOnInsert: tombstone as object },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<StoredRequest>();
      return document?.deletedAt ? undefined : stateOf(document);
    },

    /** Purges requests that were deleted before a time; returns their number. */
    purge: (removedBefore: Date): Promise<number> => purgeDeleted(model, removedBefore),

    countSince: async (filter: RequestsFilter, since: Date | undefined) =>
      countNew(model.collection as never, await matching(filter), since),

    /** Marks all requests of a deleted account for erasure (SR-G10). */
    async markCustomerGone(userId: string, now: Date, session?: mongoose.ClientSession): Promise<void> {
      await model.updateMany(
        {
          userId: trusted<object>({ $eq: userId, $type: 'string' }),
          isCustomerDeleted: trusted({ $ne: true }),
          deletedAt: null,
        },
        // The new version makes a concurrent change fail and start over.
        { $set: { isCustomerDeleted: true, forgetAt: now }, $inc: { version: 1 } },
        { maxTimeMS, ...inSession(session) },
      );
    },

    forgetAccount: (userId: string, session?: mongoose.ClientSession): Promise<void> =>
      session
        ? forgetAccount(userId, session)
        : inTransaction(connection, (ownSession) => forgetAccount(userId, ownSession)),

    /** Same as `Swept.due`. */
    dueToForget: forgetSweep.due,

    /** Same as `Swept.claim`. */
    claimToForget: async (id: mongoose.Types.ObjectId, now: Date) =>
      stateOf(await forgetSweep.claim(id, now, forgetClaimMs)),

    /** The given photos that a request uses. */
    async photosInUse(photoIds: readonly string[]): Promise<ReadonlySet<string>> {
      const usesPhoto = trusted<object>({ $in: [...photoIds], $type: 'string' });
      const documents = await model
        .find({ $or: ['photoId', 'photos.id'].map((field) => ({ [field]: usesPhoto })) })
        .select({ photoId: 1, photos: 1, _id: 0 })
        .maxTimeMS(10_000)
        .lean<Pick<StoredRequest, 'photoId' | 'photos'>[]>();
      return new Set(documents.flatMap(photosOf));
    },

    /** All requests that match the filter, newest first, as a stream. */
    async *readAll(filter: RequestsFilter): AsyncGenerator<State> {
      const cursor = model
        .find(await matching(filter), stateFields)
        .sort({ createdAt: -1, _id: -1 })
        .batchSize(rowsPerRead)
        .maxTimeMS(30_000)
        .lean<StoredRequest>()
        .cursor();
      for await (const stored of personal.openEach(cursor, rowsPerRead)) yield toState(stored);
    },

    /** Sorted from newest to oldest. */
    async list({ status, search, skip, limit }: RequestsPage): Promise<{ states: State[]; total: number }> {
      const filter = await matching({ status, search });
      const [documents, total] = await Promise.all([
        model
          .find(filter, stateFields)
          .sort({ createdAt: -1, _id: -1 })
          .skip(skip)
          .limit(limit)
          .lean<StoredRequest[]>(),
        model.countDocuments(filter),
      ]);
      return { states: await statesOf(documents), total };
    },

    statesOf,
  };
}
