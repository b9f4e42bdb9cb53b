import { type StaffRole, userDeleted } from '@kinmel/contracts';
import {
  declareCollection,
  emailKeysOf,
  falseIfDuplicate,
  hasMatched,
  inSession,
  inTransaction,
  type NewAuditEntry,
  outboxOf,
  ProblemError,
  personalDataOf,
  pick,
  purgeDeleted,
  saveChange,
  type WireEvent,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { PasskeyState } from '../passkeys/passkey.ts';
import { emptyProfile, type UserState } from './user.ts';

/** A link of a reset mail. */
export interface ResetLink {
  /** SHA-256 of the token, base64url. */
  tokenHash: string;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface UserDocument extends Omit<UserState, 'id'> {
  _id: mongoose.Types.ObjectId;
  /**
   * The keyed hash of the e-mail's normal form, unique (AUTH-A1); accounts created before the key existed store the
   * normal form itself. Replaced by a text that is not an address when the account is deleted.
   */
  emailKey: string;
  /** argon2id in PHC format; empty once the account is deleted. */
  passwordHash: string;
  resetLinks: ResetLink[];
  /** Absent until the first passkey is added. */
  passkeys?: PasskeyState[];
  /** Hashes of the unused recovery codes. */
  recoveryCodes?: string[];
  /** Incremented by `addEvents`. */
  unversionedEvents?: number;
  deletedAt: Date | null;
}

export const createUserModel = declareCollection<UserDocument>(
  'users',
  [
    [{ emailKey: 1 }, { unique: true }],
    [{ 'resetLinks.tokenHash': 1 }],
    [
      { 'passkeys.credentialId': 1 },
      { unique: true, partialFilterExpression: { 'passkeys.credentialId': { $type: 'string' } } },
    ],
    [{ role: 1 }],
    [{ suspendedAt: 1 }, { partialFilterExpression: { suspendedAt: { $type: 'date' } } }],
    [{ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $type: 'date' } } }],
    [{ avatarId: 1 }, { partialFilterExpression: { avatarId: { $type: 'string' } } }],
  ],
  mongoose.Types.ObjectId,
);

/** The fields that a person changes in their own account. */
const profileFields = [
  'fullName',
  'number',
  'dateOfBirth',
  'location',
  'bio',
  'gender',
  'avatarId',
  'updatedAt',
] as const;

/** A projection to the fields of `UserState`. */
export const stateFields = Object.fromEntries(
  [
    ...profileFields,
    'email',
    'role',
    'staffRoles',
    'suspendedAt',
    'credentialVersion',
    'keptSessionId',
    'createdAt',
    'version',
  ].map((name) => [name, 1]),
) as Readonly<Record<Exclude<keyof UserState, 'id'>, 1>>;

/** The fields that are sealed with the account's key. */
const personalFields = ['email', 'fullName', 'number', 'dateOfBirth', 'location', 'bio'] as const;

type StateDocument = { _id: mongoose.Types.ObjectId } & Omit<UserState, 'id'>;

export const toState = ({ _id, ...state }: StateDocument): UserState => ({ id: _id.toHexString(), ...state });

type CredentialsDocument = StateDocument & { passwordHash: string };

const toCredentials = ({ passwordHash, ...document }: CredentialsDocument) => ({
  user: toState(document),
  passwordHash,
});

export type Credentials = ReturnType<typeof toCredentials>;

const isCredentials = (document: object): document is CredentialsDocument => 'passwordHash' in document;

export interface NewPassword {
  readonly passwordHash: string;
  readonly now: Date;
  /** The session that stays valid; null to end all. */
  readonly keptSessionId: string | null;
  /** Events of the change, with the version of the user plus one. */
  readonly events: readonly WireEvent[];
}

const toStaff = ({
  passwordHash,
  resetLinks,
  passkeys = [],
  ...state
}: CredentialsDocument & Pick<UserDocument, 'resetLinks' | 'passkeys'>) => ({
  user: toState(state),
  /** False until the invitation was accepted. */
  hasPassword: passwordHash !== '',
  hasPasskey: passkeys.length > 0,
  /** When the unused link of the newest invitation expires. */
  invitedUntil: passwordHash === '' ? (resetLinks.at(-1)?.expiresAt ?? null) : null,
});

/** A person of the staff: active, invited or suspended. */
export type StaffRecord = Readonly<ReturnType<typeof toStaff>>;

export interface StaffChange {
  readonly fields: Partial<
    Pick<UserState, 'role' | 'staffRoles' | 'suspendedAt' | 'credentialVersion' | 'keptSessionId'>
  > & { readonly resetLinks?: ResetLink[]; readonly passkeys?: []; readonly recoveryCodes?: [] };
  /** AUTH-R3: refused with `conflict` unless another owner can sign in. */
  readonly needsOtherOwner?: boolean;
  readonly events?: readonly WireEvent[];
  readonly entry: NewAuditEntry | undefined;
}

export type ResetLinkState = 'valid' | 'expired' | 'used' | 'unknown';

export type UsersStore = ReturnType<typeof createUsersStore>;

/** The same time limit as mongoose's queries. */
const queryTimeoutMs = 2_000;

/** Open reset links per account; the oldest is dropped. */
const maxResetLinks = 5;

/** Never returns deleted accounts. */
export function createUsersStore(model: ReturnType<typeof createUserModel>) {
  const personal = personalDataOf(model.db);
  const withEmail = async (email: string) => ({
    emailKey: mongoose.trusted({ $in: await emailKeysOf(personal, email) }),
    deletedAt: null,
  });
  /** Saves a change of an account that is not deleted, with its events; false when the filter does not match. */
  const save = (
    id: string,
    filter: mongoose.QueryFilter<UserDocument>,
    update: mongoose.UpdateQuery<UserDocument>,
    events: readonly WireEvent[],
    callerSession?: mongoose.ClientSession,
    entry?: NewAuditEntry,
  ) =>
    saveChange(model.db, { events, entry, session: callerSession }, (session) =>
      hasMatched(model.updateOne({ ...filter, _id: id, deletedAt: null }, update, { session })),
    );

  const removeSentEventsOf = (ids: readonly string[], session?: mongoose.ClientSession) =>
    outboxOf(model.db).deleteMany(
      { record: { $in: [...ids] }, sentAt: { $type: 'date' }, 'event.type': { $ne: userDeleted.type } },
      { maxTimeMS: queryTimeoutMs, ...inSession(session) },
    );

  /** False when the version has changed. */
  const change = (
    { id, version }: UserState,
    filter: mongoose.QueryFilter<UserDocument>,
    set: Partial<UserDocument> & Record<string, unknown>,
    events: readonly WireEvent[],
  ) => save(id, { ...filter, version }, { $set: set, $inc: { version: 1 } }, events);

  const staffFilter: mongoose.QueryFilter<UserDocument> = {
    $or: [{ role: 'admin' }, { suspendedAt: mongoose.trusted({ $type: 'date' }) }],
  };
  /** Other people of the staff who can sign in and have one of the roles. Admins created before roles existed are owners. */
  const otherStaffWith = (id: string, roles: readonly StaffRole[]): mongoose.QueryFilter<UserDocument> => ({
    _id: mongoose.trusted({ $ne: id }),
    role: 'admin',
    deletedAt: null,
    passwordHash: mongoose.trusted({ $ne: '' }),
    $or: [
      { staffRoles: mongoose.trusted({ $in: roles }) },
      { staffRoles: mongoose.trusted({ $exists: false }) },
    ],
  });
  const staffFields = { ...stateFields, passwordHash: 1, resetLinks: 1, 'passkeys.id': 1 };
  /** Writes to another owner's account, so that two owners who demote each other concurrently conflict. */
  const requireOtherOwner = (id: string) => async (session: mongoose.ClientSession) => {
    const hasOtherOwner = await hasMatched(
      model.updateOne(otherStaffWith(id, ['owner']), { $inc: { unversionedEvents: 1 } }, { session }),
    );
    if (!hasOtherOwner)
      throw new ProblemError('conflict', 'This is the last owner. Make somebody else an owner first.');
  };

  const deletedIds = async (): Promise<string[]> => {
    const accounts = await model.find({ deletedAt: mongoose.trusted({ $type: 'date' }) }, { _id: 1 }).lean();
    return accounts.map(({ _id }) => _id.toHexString());
  };

  const openState = async (document: StateDocument | null): Promise<UserState | undefined> =>
    document ? toState(await personal.open(document)) : undefined;

  const passwordFields = (before: UserState, { passwordHash, now, keptSessionId }: NewPassword) => ({
    passwordHash,
    keptSessionId,
    credentialVersion: before.credentialVersion + 1,
    updatedAt: now,
  });

  return {
    find: async (id: string) =>
      openState(await model.findOne({ _id: id, deletedAt: null }, stateFields).lean()),
    /** Finds the account for any spelling of the address. */
    findByEmail: async (email: string) =>
      openState(await model.findOne(await withEmail(email), stateFields).lean()),
    /** The account, with the document that the aggregation stage `unionStage` adds in the same call. */
    async credentialsByEmail<UnionDocument extends object>(
      email: string,
      unionStage: { $unionWith: object },
    ) {
      // Uses the native driver: this is the only read of a login, and its filter is trusted.
      const documents = await model.collection
        .aggregate<CredentialsDocument | UnionDocument>(
          [{ $match: await withEmail(email) }, { $project: { ...stateFields, passwordHash: 1 } }, unionStage],
          // Reads the latest counter of wrong passwords.
          { maxTimeMS: queryTimeoutMs, readConcern: 'local' },
        )
        .toArray();
      const document = documents.find(isCredentials);
      return {
        credentials: document && toCredentials(await personal.open(document)),
        unionDocument: documents.find((one): one is UnionDocument => !isCredentials(one)),
      };
    },
    async credentials(id: string): Promise<Credentials | undefined> {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, { ...stateFields, passwordHash: 1 })
        .lean();
      return document ? toCredentials(await personal.open(document)) : undefined;
    },
    hasAdmin: async () => (await model.exists({ role: 'admin', deletedAt: null })) !== null,
    /** Another person of the staff who can sign in and has one of the roles. */
    hasOtherStaff: async (id: string, roles: readonly StaffRole[]) =>
      (await model.exists(otherStaffWith(id, roles))) !== null,

    /** The people of the staff by name, at most a thousand. */
    async listStaff(): Promise<StaffRecord[]> {
      const documents = await model
        .find({ ...staffFilter, deletedAt: null }, staffFields)
        .sort({ _id: 1 })
        .limit(1_000)
        .lean();
      const staff = (await personal.openAll(documents)).map(toStaff);
      return staff.toSorted((a, b) => a.user.fullName.localeCompare(b.user.fullName));
    },
    async findStaff(id: string): Promise<StaffRecord | undefined> {
      const document = await model.findOne({ ...staffFilter, _id: id, deletedAt: null }, staffFields).lean();
      return document ? toStaff(await personal.open(document)) : undefined;
    },
    /** Changes what a person of the staff may do, with its audit entry; false when the version has changed. */
    changeStaff: (before: UserState, { fields, needsOtherOwner, events = [], entry }: StaffChange) =>
      saveChange(
        model.db,
        { events, entry, also: needsOtherOwner ? [requireOtherOwner(before.id)] : [] },
        (session) =>
          hasMatched(
            model.updateOne(
              { _id: before.id, version: before.version, deletedAt: null },
              { $set: { ...fields, updatedAt: new Date() }, $inc: { version: 1 } },
              inSession(session),
            ),
          ),
      ),

    /** False, without a write, when the address has an account. */
    async insert(
      { id, ...fields }: UserState,
      passwordHash: string,
      events: readonly WireEvent[],
      { resetLinks = [], entry }: { resetLinks?: ResetLink[]; entry?: NewAuditEntry | undefined } = {},
    ): Promise<boolean> {
      const [emailKey, ...olderKeys] = await emailKeysOf(personal, fields.email);
      if (await model.exists({ emailKey: mongoose.trusted({ $in: olderKeys }) })) return false;
      const account = { ...fields, _id: new mongoose.Types.ObjectId(id), emailKey };
      const document = { ...account, passwordHash, resetLinks, deletedAt: null };
      const sealed = await personal.seal(id, document, personalFields);
      return falseIfDuplicate(
        saveChange(model.db, { events, entry }, (session) =>
          model.collection.insertOne(sealed, inSession(session)),
        ),
      );
    },

    /**
     * Saves state and events together; false when the version has changed. Does not change e-mail, role, password and
     * sessions.
     */
    replace: async (before: UserState, after: UserState, events: readonly WireEvent[]) => {
      const sealed = await personal.seal(before.id, after, personalFields);
      return change(before, {}, pick(sealed, ...profileFields), events);
    },

    /**
     * Adds events without a new version; false when the account was deleted. It writes the account, so that it conflicts with
     * a concurrent deletion.
     */
    addEvents: (id: string, events: readonly WireEvent[]) =>
      save(id, {}, { $inc: { unversionedEvents: 1 } }, events),

    /**
     * Deletes an account: overwrites personal data, frees the address and removes published events, which name the user.
     * The document stays until `purge`, so that `removeSentEvents` finds its other events. False when the version has changed.
     */
    remove(
      before: UserState,
      events: readonly WireEvent[],
      now: Date,
      entry?: NewAuditEntry,
    ): Promise<boolean> {
      const anonymized = {
        email: 'deleted',
        emailKey: `deleted ${before.id}`,
        fullName: 'deleted',
        number: '',
        ...emptyProfile,
        role: 'user' as const,
        staffRoles: [],
        suspendedAt: null,
        passwordHash: '',
        resetLinks: [],
        passkeys: [],
        recoveryCodes: [],
        keptSessionId: null,
        credentialVersion: before.credentialVersion + 1,
        updatedAt: now,
        deletedAt: now,
      };
      return inTransaction(model.db, async (session) => {
        const update = { $set: anonymized, $inc: { version: 1 } };
        const isRemoved = await save(before.id, { version: before.version }, update, events, session, entry);
        if (!isRemoved) return false;
        await removeSentEventsOf([before.id], session);
        await personal.forget(before.id, session);
        return true;
      });
    },

    /** The subset of `avatarIds` that accounts use. */
    async avatarsInUse(avatarIds: readonly string[]): Promise<ReadonlySet<string>> {
      const accounts = await model
        .find(
          { avatarId: mongoose.trusted({ $in: [...avatarIds], $type: 'string' }) },
          { avatarId: 1, _id: 0 },
        )
        .lean();
      return new Set(accounts.flatMap(({ avatarId }) => (avatarId === null ? [] : [avatarId])));
    },

    /** The ids of deleted accounts that are not purged yet. */
    deletedIds,

    /** Removes events of deleted accounts that were published after the deletion. */
    async removeSentEvents(): Promise<void> {
      await removeSentEventsOf(await deletedIds());
    },

    purge: (deletedBefore: Date) => purgeDeleted(model, deletedBefore),

    /** Also removes the reset links. False when the version has changed. */
    setPassword: (before: UserState, password: NewPassword) =>
      change(before, {}, { ...passwordFields(before, password), resetLinks: [] }, password.events),

    /** False for an invited person, who has no password yet. */
    addResetLink: (before: UserState, link: ResetLink, events: readonly WireEvent[]) =>
      save(
        before.id,
        { passwordHash: mongoose.trusted({ $ne: '' }) },
        { $push: { resetLinks: { $each: [link], $slice: -maxResetLinks } } },
        events,
      ),

    async findByResetLink(
      tokenHash: string,
      now: Date,
    ): Promise<{ state: ResetLinkState; user: UserState | undefined }> {
      const document = await model
        .findOne({ 'resetLinks.tokenHash': tokenHash, deletedAt: null }, { ...stateFields, resetLinks: 1 })
        .lean();
      const link = document?.resetLinks.find((one) => one.tokenHash === tokenHash);
      if (!document || !link) return { state: 'unknown', user: undefined };
      const { resetLinks: _links, ...state } = document;
      const user = toState(await personal.open(state));
      if (link.usedAt !== null) return { state: 'used', user };
      return { state: link.expiresAt > now ? 'valid' : 'expired', user };
    },

    /** Sorted from oldest to newest. */
    async resetLinks(id: string): Promise<Omit<ResetLink, 'tokenHash'>[]> {
      const document = await model.findOne({ _id: id, deletedAt: null }, { resetLinks: 1 }).lean();
      return (document?.resetLinks ?? []).map(({ expiresAt, usedAt }) => ({ expiresAt, usedAt }));
    },

    /**
     * Sets the password and uses up all links of the account in one write; false when the link was used or has expired.
     */
    useResetLink: (before: UserState, tokenHash: string, password: NewPassword) =>
      change(
        before,
        {
          resetLinks: mongoose.trusted({
            $elemMatch: { tokenHash, usedAt: null, expiresAt: { $gt: password.now } },
          }),
        },
        { ...passwordFields(before, password), 'resetLinks.$[].usedAt': password.now },
        password.events,
      ),
  };
}
