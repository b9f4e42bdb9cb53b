import { genders, userDeleted } from '@kinmel/contracts';
import {
  emailSpellings,
  normalEmail,
  type OutboxRow,
  outboxFields,
  outboxRows,
  type WireEvent,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { UserState } from './user.ts';

/** A link of a reset mail; the token itself is known to its mail only. */
export interface ResetLink {
  /** SHA-256 of the token, base64url. */
  tokenHash: string;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface UserDocument extends Omit<UserState, 'id'> {
  _id: mongoose.Types.ObjectId;
  /** The normal form of the e-mail: unique (rule A1); of some older accounts another of its spellings. After a deletion a text that no address can be. */
  emailKey: string;
  /** argon2id in PHC form; empty once the account is deleted. */
  passwordHash: string;
  resetLinks: ResetLink[];
  deletedAt: Date | null;
  /** Left out of every read (`select: false`). */
  outbox: OutboxRow[];
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
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true, min: 1 },
    deletedAt: { type: Date, default: null },
    ...outboxFields,
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

function toState(document: StateDocument): UserState {
  return {
    id: document._id.toHexString(),
    email: document.email,
    fullName: document.fullName,
    number: document.number,
    dateOfBirth: document.dateOfBirth,
    location: document.location,
    bio: document.bio,
    gender: document.gender,
    avatarId: document.avatarId,
    role: document.role,
    credentialVersion: document.credentialVersion,
    keptSessionId: document.keptSessionId,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    version: document.version,
  };
}

/** Of several accounts from before their addresses were one, each is found under its own spelling. */
const bySpelling = <Found extends { emailKey: string }>(
  found: readonly Found[],
  spellings: readonly string[],
) => spellings.flatMap((one) => found.filter(({ emailKey }) => emailKey === one))[0];

type CredentialsDocument = StateDocument & { emailKey: string; passwordHash: string };

const isCredentials = (document: object): document is CredentialsDocument => 'passwordHash' in document;

function toFields(user: UserState): Omit<UserState, 'id'> {
  const { id: _id, ...fields } = user;
  return fields;
}

/** A person with what a password is checked against. */
export interface Credentials {
  readonly user: UserState;
  readonly passwordHash: string;
}

/** A new password and what is saved with it. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly now: Date;
  /** The session that goes on; null when every session of the account ends. */
  readonly keptSessionId: string | null;
  /** Made from the state before; its aggregate version is that state's plus one. */
  readonly events: readonly WireEvent[];
}

export type ResetLinkState = 'valid' | 'expired' | 'used' | 'unknown';

/** Deleted accounts are in no answer of this store. */
export interface UsersStore {
  find(id: string): Promise<UserState | undefined>;
  /** Any spelling of the address. */
  findByEmail(email: string): Promise<UserState | undefined>;
  /** The account, and by the same call what the stage `withBeside` finds of something else. */
  credentialsByEmail<Beside extends object>(
    email: string,
    withBeside: { readonly $unionWith: object },
  ): Promise<{ readonly credentials: Credentials | undefined; readonly beside: Beside | undefined }>;
  credentials(id: string): Promise<Credentials | undefined>;
  hasAdmin(): Promise<boolean>;
  /** False when the address already has an account: then nothing is saved. */
  insert(user: UserState, passwordHash: string, events: readonly WireEvent[]): Promise<boolean>;
  /**
   * Saves state and events together, unless somebody was faster (the version differs): then false, and nothing is saved.
   * E-mail, role, password and sessions are not changed by this write, whatever the new state says.
   */
  replace(before: UserState, after: UserState, events: readonly WireEvent[]): Promise<boolean>;
  /** One event more, without a change that a version counts. False when the account is gone. */
  tell(id: string, events: readonly WireEvent[]): Promise<boolean>;
  /**
   * Deletes the account: the person's data are overwritten at once, the address is free again, and the bare document stays
   * until `purge`, so that its events are told; those that were told name the person and go too. False when somebody was faster.
   */
  remove(before: UserState, events: readonly WireEvent[], now: Date): Promise<boolean>;
  /** Those of these avatars that an account has. */
  avatarsInUse(avatarIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The ids of deleted accounts whose bare document is still kept. */
  deletedIds(): Promise<string[]>;
  /** Of deleted accounts, removes the events that named the person and were still to be told when the account was deleted. */
  forgetTold(): Promise<void>;
  /** Removes deleted accounts whose events have all been told. */
  purge(deletedBefore: Date): Promise<number>;
  /** With the old password go the reset links that were asked for under it. False when the account changed since `before` was read. */
  setPassword(before: UserState, password: NewPassword): Promise<boolean>;
  addResetLink(before: UserState, link: ResetLink, events: readonly WireEvent[]): Promise<boolean>;
  findByResetLink(
    tokenHash: string,
    now: Date,
  ): Promise<{ state: ResetLinkState; user: UserState | undefined }>;
  /** Those that the account keeps, oldest first. */
  resetLinks(id: string): Promise<Omit<ResetLink, 'tokenHash'>[]>;
  /** Sets the password and uses up every link of the account in one write; false when this link was used or is too old. */
  useResetLink(before: UserState, tokenHash: string, password: NewPassword): Promise<boolean>;
}

/** A query that takes longer is given up by the server, as mongoose's are. */
const queryMs = 2_000;

/** As many reset links as one account can have open; an older one gives way. */
const maxResetLinks = 5;

export function createUsersStore(model: UserModel): UsersStore {
  const documents = model.db.getClient().db(model.db.name).collection<UserDocument>('users');

  async function findByEmail(email: string): Promise<UserState | undefined> {
    const spellings = emailSpellings(email);
    const emailKey = mongoose.trusted({ $in: spellings });
    const found = await model.find({ emailKey, deletedAt: null }, { ...stateFields, emailKey: 1 }).lean();
    const document = bySpelling(found, spellings);
    return document && toState(document);
  }

  async function change(
    before: UserState,
    filter: mongoose.QueryFilter<UserDocument>,
    set: Record<string, unknown>,
    events: readonly WireEvent[],
  ): Promise<boolean> {
    const { matchedCount } = await model.updateOne(
      { ...filter, _id: before.id, version: before.version, deletedAt: null },
      { $set: set, $inc: { version: 1 }, $push: { outbox: { $each: outboxRows(...events) } } },
    );
    return matchedCount === 1;
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
    findByEmail,
    async credentialsByEmail<Beside extends object>(email: string, withBeside: { $unionWith: object }) {
      const spellings = emailSpellings(email);
      // By the driver: this is the one read of a login, and its filter is our own text.
      const found = await model.collection
        .aggregate<CredentialsDocument | Beside>(
          [
            { $match: { emailKey: { $in: spellings }, deletedAt: null } },
            { $project: { ...stateFields, emailKey: 1, passwordHash: 1 } },
            withBeside,
          ],
          // The newest, so that nobody reads past the wrong attempt before.
          { maxTimeMS: queryMs, readConcern: 'local' },
        )
        .toArray();
      const document = bySpelling(found.filter(isCredentials), spellings);
      return {
        credentials: document && { user: toState(document), passwordHash: document.passwordHash },
        beside: found.find((one): one is Beside => !isCredentials(one)),
      };
    },
    async credentials(id) {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, { ...stateFields, passwordHash: 1 })
        .lean();
      return document ? { user: toState(document), passwordHash: document.passwordHash } : undefined;
    },
    hasAdmin: async () => (await model.exists({ role: 'admin', deletedAt: null })) !== null,

    async insert(user, passwordHash, events) {
      try {
        await model.create([
          {
            ...toFields(user),
            _id: new mongoose.Types.ObjectId(user.id),
            emailKey: normalEmail(user.email),
            passwordHash,
            resetLinks: [],
            deletedAt: null,
            outbox: outboxRows(...events),
          },
        ]);
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

    async tell(id, events) {
      const { matchedCount } = await model.updateOne(
        { _id: id, deletedAt: null },
        { $push: { outbox: { $each: outboxRows(...events) } } },
      );
      return matchedCount === 1;
    },

    async remove(before, events, now) {
      const nobody = {
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
      const untold = { $filter: { input: '$outbox', as: 'row', cond: { $eq: ['$$row.sentAt', null] } } };
      const outbox = { $concatArrays: [untold, { $literal: outboxRows(...events) }] };
      // By the driver: mongoose would read what is computed here as content.
      const { matchedCount } = await documents.updateOne(
        { _id: new mongoose.Types.ObjectId(before.id), version: before.version, deletedAt: null },
        [{ $set: { ...nobody, version: before.version + 1, outbox } }],
        { maxTimeMS: queryMs },
      );
      return matchedCount === 1;
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

    async forgetTold() {
      const told = { sentAt: { $ne: null }, 'event.type': { $ne: userDeleted.type } };
      await documents.updateMany(
        { deletedAt: { $type: 'date' }, outbox: { $elemMatch: told } },
        { $pull: { outbox: told } },
        { maxTimeMS: queryMs },
      );
    },

    async purge(deletedBefore) {
      const { deletedCount } = await model.deleteMany({
        deletedAt: mongoose.trusted({ $type: 'date', $lte: deletedBefore }),
        outbox: mongoose.trusted({ $not: { $elemMatch: { sentAt: null } } }),
      });
      return deletedCount;
    },

    setPassword: (before, password) =>
      change(before, {}, { ...passwordFields(before, password), resetLinks: [] }, password.events),

    async addResetLink(before, link, events) {
      const { matchedCount } = await model.updateOne(
        { _id: before.id, deletedAt: null },
        {
          $push: {
            resetLinks: { $each: [link], $slice: -maxResetLinks },
            outbox: { $each: outboxRows(...events) },
          },
        },
      );
      return matchedCount === 1;
    },

    async findByResetLink(tokenHash, now) {
      const document = await model
        .findOne({ 'resetLinks.tokenHash': tokenHash, deletedAt: null }, { ...stateFields, resetLinks: 1 })
        .lean();
      const link = document?.resetLinks.find((one) => one.tokenHash === tokenHash);
      if (!document || !link) return { state: 'unknown', user: undefined };
      const user = toState(document);
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
