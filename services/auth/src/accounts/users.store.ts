import { genders, userDeleted } from '@kinmel/contracts';
import { inTransaction, normalEmail, outboxOf, saveChange, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { UserState } from './user.ts';

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
   * The normal form of the e-mail, unique (A1). Replaced by a text that is not an address when the account is
   * deleted.
   */
  emailKey: string;
  /** argon2id in PHC format; empty once the account is deleted. */
  passwordHash: string;
  resetLinks: ResetLink[];
  /** Incremented by `addEvents`. */
  unversionedEvents?: number;
  deletedAt: Date | null;
}

const text = { type: String, default: '' };

const userSchema = new mongoose.Schema(
  {
    email: { type: String, required: true, maxlength: 254 },
    emailKey: { type: String, required: true, maxlength: 512 },
    passwordHash: { ...text, select: false },
    fullName: { type: String, required: true },
    number: text,
    dateOfBirth: { type: String, default: null },
    location: text,
    bio: text,
    gender: { type: String, enum: [...genders, null], default: null },
    avatarId: { type: String, default: null },
    role: { type: String, required: true, enum: ['user', 'admin'] },
    credentialVersion: { type: Number, required: true, min: 1 },
    keptSessionId: { type: String, default: null },
    resetLinks: {
      type: [
        new mongoose.Schema(
          {
            tokenHash: { type: String, required: true },
            expiresAt: { type: Date, required: true },
            usedAt: { type: Date, default: null },
          },
          { _id: false, id: false },
        ),
      ],
      default: () => [],
      select: false,
    },
    unversionedEvents: Number,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true, min: 1 },
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, minimize: false, autoIndex: false, id: false },
);

userSchema.index({ emailKey: 1 }, { unique: true });
userSchema.index({ 'resetLinks.tokenHash': 1 });
userSchema.index({ role: 1 });
userSchema.index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $type: 'date' } } });
userSchema.index({ avatarId: 1 }, { partialFilterExpression: { avatarId: { $type: 'string' } } });

export type UserModel = mongoose.Model<UserDocument>;

export function createUserModel(connection: mongoose.Connection): UserModel {
  return connection.model<UserDocument>('user', userSchema, 'users');
}

const stateFields = {
  email: 1,
  fullName: 1,
  number: 1,
  dateOfBirth: 1,
  location: 1,
  bio: 1,
  gender: 1,
  avatarId: 1,
  role: 1,
  credentialVersion: 1,
  keptSessionId: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
} as const;

type StateDocument = { _id: mongoose.Types.ObjectId } & Omit<UserState, 'id'>;

const toState = ({ _id, ...state }: StateDocument): UserState => ({ id: _id.toHexString(), ...state });

type CredentialsDocument = StateDocument & { passwordHash: string };

const toCredentials = ({ passwordHash, ...document }: CredentialsDocument): Credentials => ({
  user: toState(document),
  passwordHash,
});

const isCredentials = (document: object): document is CredentialsDocument => 'passwordHash' in document;

function toFields(user: UserState): Omit<UserState, 'id'> {
  const { id: _id, ...fields } = user;
  return fields;
}

export interface Credentials {
  readonly user: UserState;
  readonly passwordHash: string;
}

export interface NewPassword {
  readonly passwordHash: string;
  readonly now: Date;
  /** The session that stays valid; null to end all. */
  readonly keptSessionId: string | null;
  /** Events of the change, with the version of the user plus one. */
  readonly events: readonly WireEvent[];
}

export type ResetLinkState = 'valid' | 'expired' | 'used' | 'unknown';

/** Never returns deleted accounts. */
export interface UsersStore {
  find(id: string): Promise<UserState | undefined>;
  /** In any spelling. */
  findByEmail(email: string): Promise<UserState | undefined>;
  /** The account, and in the same call the result of the aggregation stage `withBeside`. */
  credentialsByEmail<Beside extends object>(
    email: string,
    withBeside: { readonly $unionWith: object },
  ): Promise<{ readonly credentials: Credentials | undefined; readonly beside: Beside | undefined }>;
  credentials(id: string): Promise<Credentials | undefined>;
  hasAdmin(): Promise<boolean>;
  hasAdminBeside(id: string): Promise<boolean>;
  /** False, without a write, when the address has an account. */
  insert(user: UserState, passwordHash: string, events: readonly WireEvent[]): Promise<boolean>;
  /**
   * Saves state and events together; false when the version has changed. Does not change e-mail, role, password and
   * sessions.
   */
  replace(before: UserState, after: UserState, events: readonly WireEvent[]): Promise<boolean>;
  /** Adds events without a new version. False when the account was deleted. */
  addEvents(id: string, events: readonly WireEvent[]): Promise<boolean>;
  /**
   * Deletes an account: overwrites personal data, frees the address and removes published events, which name the user.
   * The document stays until `purge`, so that `removeSentEvents` finds its other events. False when the version has changed.
   */
  remove(before: UserState, events: readonly WireEvent[], now: Date): Promise<boolean>;
  /** The avatars that an account has. */
  avatarsInUse(avatarIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The ids of deleted accounts that are not purged yet. */
  deletedIds(): Promise<string[]>;
  /** Removes events of deleted accounts that were published after the deletion. */
  removeSentEvents(): Promise<void>;
  /** Removes deleted accounts. */
  purge(deletedBefore: Date): Promise<number>;
  /** Also removes the reset links. False when the version has changed. */
  setPassword(before: UserState, password: NewPassword): Promise<boolean>;
  addResetLink(before: UserState, link: ResetLink, events: readonly WireEvent[]): Promise<boolean>;
  findByResetLink(
    tokenHash: string,
    now: Date,
  ): Promise<{ state: ResetLinkState; user: UserState | undefined }>;
  /** Oldest first. */
  resetLinks(id: string): Promise<Omit<ResetLink, 'tokenHash'>[]>;
  /**
   * Sets the password and uses up all links of the account in one write; false when the link was used or has expired.
   */
  useResetLink(before: UserState, tokenHash: string, password: NewPassword): Promise<boolean>;
}

/** The time limit of mongoose's queries. */
const queryMs = 2_000;

/** Open reset links per account; the oldest is dropped. */
const maxResetLinks = 5;

export function createUsersStore(model: UserModel): UsersStore {
  /** Saves a change of an account that is not deleted, with its events; false when the filter does not match. */
  const save = (
    id: string,
    filter: mongoose.QueryFilter<UserDocument>,
    update: mongoose.UpdateQuery<UserDocument>,
    events: readonly WireEvent[],
    given?: mongoose.ClientSession,
  ) =>
    saveChange(model.db, { events, session: given }, async (session) => {
      const { matchedCount } = await model.updateOne({ ...filter, _id: id, deletedAt: null }, update, {
        session,
      });
      return matchedCount === 1;
    });

  const forgetSent = (ids: readonly string[], session?: mongoose.ClientSession) =>
    outboxOf(model.db).deleteMany(
      { record: { $in: [...ids] }, sentAt: { $type: 'date' }, 'event.type': { $ne: userDeleted.type } },
      { maxTimeMS: queryMs, ...(session && { session }) },
    );

  async function change(
    before: UserState,
    filter: mongoose.QueryFilter<UserDocument>,
    set: Record<string, unknown>,
    events: readonly WireEvent[],
  ): Promise<boolean> {
    return save(
      before.id,
      { ...filter, version: before.version },
      { $set: set, $inc: { version: 1 } },
      events,
    );
  }

  const passwordFields = (before: UserState, { passwordHash, now, keptSessionId }: NewPassword) => ({
    passwordHash,
    keptSessionId,
    credentialVersion: before.credentialVersion + 1,
    updatedAt: now,
  });

  return {
    async find(id) {
      const document = await model.findOne({ _id: id, deletedAt: null }, stateFields).lean();
      return document ? toState(document) : undefined;
    },
    async findByEmail(email) {
      const document = await model
        .findOne({ emailKey: normalEmail(email), deletedAt: null }, stateFields)
        .lean();
      return document ? toState(document) : undefined;
    },
    async credentialsByEmail<Beside extends object>(email: string, withBeside: { $unionWith: object }) {
      // By the driver: the only read of a login, with a trusted filter.
      const found = await model.collection
        .aggregate<CredentialsDocument | Beside>(
          [
            { $match: { emailKey: normalEmail(email), deletedAt: null } },
            { $project: { ...stateFields, passwordHash: 1 } },
            withBeside,
          ],
          // Reads the latest counter of wrong passwords.
          { maxTimeMS: queryMs, readConcern: 'local' },
        )
        .toArray();
      const document = found.find(isCredentials);
      return {
        credentials: document && toCredentials(document),
        beside: found.find((one): one is Beside => !isCredentials(one)),
      };
    },
    async credentials(id) {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, { ...stateFields, passwordHash: 1 })
        .lean();
      return document ? toCredentials(document) : undefined;
    },
    hasAdmin: async () => (await model.exists({ role: 'admin', deletedAt: null })) !== null,
    hasAdminBeside: async (id) =>
      (await model.exists({ role: 'admin', deletedAt: null, _id: mongoose.trusted({ $ne: id }) })) !== null,

    async insert(user, passwordHash, events) {
      try {
        await saveChange(model.db, { events }, (session) =>
          model.create(
            [
              {
                ...toFields(user),
                _id: new mongoose.Types.ObjectId(user.id),
                emailKey: normalEmail(user.email),
                passwordHash,
                resetLinks: [],
                deletedAt: null,
              },
            ],
            { session },
          ),
        );
        return true;
      } catch (error) {
        if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return false;
        throw error;
      }
    },

    async replace(before, after, events) {
      const { fullName, number, dateOfBirth, location, bio, gender, avatarId, updatedAt } = after;
      const fields = { fullName, number, dateOfBirth, location, bio, gender, avatarId, updatedAt };
      return change(before, {}, fields, events);
    },

    // A write, so that a concurrent deletion conflicts with it.
    addEvents: (id, events) => save(id, {}, { $inc: { unversionedEvents: 1 } }, events),

    async remove(before, events, now) {
      const anonymized = {
        email: 'deleted',
        emailKey: `deleted ${before.id}`,
        fullName: 'deleted',
        number: '',
        dateOfBirth: null,
        location: '',
        bio: '',
        gender: null,
        avatarId: null,
        passwordHash: '',
        resetLinks: [],
        keptSessionId: null,
        credentialVersion: before.credentialVersion + 1,
        updatedAt: now,
        deletedAt: now,
      };
      return inTransaction(model.db, async (session) => {
        const update = { $set: anonymized, $inc: { version: 1 } };
        const isRemoved = await save(before.id, { version: before.version }, update, events, session);
        if (isRemoved) await forgetSent([before.id], session);
        return isRemoved;
      });
    },

    async avatarsInUse(avatarIds) {
      const found = await model
        .find(
          { avatarId: mongoose.trusted({ $in: [...avatarIds], $type: 'string' }) },
          { avatarId: 1, _id: 0 },
        )
        .lean();
      return new Set(found.flatMap(({ avatarId }) => (avatarId === null ? [] : [avatarId])));
    },

    async deletedIds() {
      const found = await model.find({ deletedAt: mongoose.trusted({ $type: 'date' }) }, { _id: 1 }).lean();
      return found.map(({ _id }) => _id.toHexString());
    },

    async removeSentEvents() {
      await forgetSent(await this.deletedIds());
    },

    async purge(deletedBefore) {
      const { deletedCount } = await model.deleteMany({
        deletedAt: mongoose.trusted({ $type: 'date', $lte: deletedBefore }),
      });
      return deletedCount;
    },

    setPassword: (before, password) =>
      change(before, {}, { ...passwordFields(before, password), resetLinks: [] }, password.events),

    addResetLink: (before, link, events) =>
      save(before.id, {}, { $push: { resetLinks: { $each: [link], $slice: -maxResetLinks } } }, events),

    async findByResetLink(tokenHash, now) {
      const document = await model
        .findOne({ 'resetLinks.tokenHash': tokenHash, deletedAt: null }, { ...stateFields, resetLinks: 1 })
        .lean();
      const link = document?.resetLinks.find((one) => one.tokenHash === tokenHash);
      if (!document || !link) return { state: 'unknown', user: undefined };
      const { resetLinks: _links, ...state } = document;
      const user = toState(state);
      if (link.usedAt !== null) return { state: 'used', user };
      return { state: link.expiresAt > now ? 'valid' : 'expired', user };
    },

    async resetLinks(id) {
      const document = await model.findOne({ _id: id, deletedAt: null }, { resetLinks: 1 }).lean();
      return (document?.resetLinks ?? []).map(({ expiresAt, usedAt }) => ({ expiresAt, usedAt }));
    },

    async useResetLink(before, tokenHash, password) {
      return change(
        before,
        {
          resetLinks: mongoose.trusted({
            $elemMatch: { tokenHash, usedAt: null, expiresAt: { $gt: password.now } },
          }),
        },
        { ...passwordFields(before, password), 'resetLinks.$[].usedAt': password.now },
        password.events,
      );
    },
  };
}
