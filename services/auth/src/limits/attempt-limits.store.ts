import { hash } from 'node:crypto';
import {
  countCall,
  countOrRefuse,
  createCounterModel,
  networkOf,
  normalEmail,
  type StoredCounter,
  tooManyCalls,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

const collectionName = 'limits';

/** How often one address may do what costs us or others something. */
export interface AttemptLimitSettings {
  readonly signupsPerHour: number;
  readonly loginsPerHour: number;
  /** Requests for a reset mail, and uses of reset links, each. */
  readonly resetsPerHour: number;
  /** Wrong passwords of one account until it rests; from the half of it on, each answer takes longer. */
  readonly wrongPasswords?: number;
  readonly lockSeconds?: number;
  /** What each wrong password beyond the half adds to the time of its answer, in milliseconds. */
  readonly slowDownMs?: number;
  /** Reset mails to one address an hour; more are silently not sent. */
  readonly resetMailsPerHour?: number;
  /** Changes of the password of one account an hour, each of which is told by mail. */
  readonly passwordChangesPerHour?: number;
  /** Pictures that one person may send an hour, refused ones included. */
  readonly avatarsPerHour?: number;
}

/** The wrong passwords of an account as they are stored. */
export type WrongPasswords = Pick<StoredCounter, 'points' | 'expire'>;

/**
 * One attempt at the password of one account, existing or not: both are counted alike, so that nothing tells them apart. Nearly
 * every attempt is right, and costs the database no write: its caller sees to it that attempts of one key come one after the
 * other here, so that none begins before the wrong one before it is counted.
 */
export interface PasswordAttempt {
  readonly key: string;
  /** The stage of an aggregation of this database that adds the stored `WrongPasswords` to what it reads anyway. */
  readonly withWrongPasswords: { readonly $unionWith: object };
  /** The same by itself. */
  readWrongPasswords(): Promise<WrongPasswords | undefined>;
  /** Before the password is looked at: throws 429 while the account rests. */
  begin(before: WrongPasswords | undefined): void;
  /** Counts this one as wrong. Resolves when the next attempt may begin, with the end of it for the one who asked. */
  wrong(): Promise<WrongAttempt>;
  /** After a right password, or a new one by mail. */
  forget(): Promise<void>;
}

export interface WrongAttempt {
  /** How long its answer has to wait, in milliseconds: the longer, the more of them there were. */
  readonly pauseMs: number;
  /** The time until which the account rests, if this was one too many. */
  readonly restsUntil: Date | undefined;
}

export interface AttemptLimits {
  /** Each counts one and rejects with 429 and `Retry-After` when it is one too many. */
  signup(address: string): Promise<void>;
  login(address: string): Promise<void>;
  resetRequest(address: string): Promise<void>;
  resetUse(address: string): Promise<void>;
  passwordChange(userId: string): Promise<void>;
  avatar(userId: string): Promise<void>;
  /** False when this person got enough reset mails for now. */
  resetMail(email: string): Promise<boolean>;
  /** Of strangers together; or of one device or session that the account knows, by its id (rule L5). */
  passwordAttempt(email: string, knownAs?: string): PasswordAttempt;
}

export const createLimitModel = (connection: mongoose.Connection) =>
  createCounterModel(connection, collectionName);

const hourSeconds = 3600;

/** Counters in the database, shared by all instances (rules L1 to L7). */
export function createAttemptLimits({
  connection,
  limits,
}: {
  readonly connection: mongoose.Connection;
  readonly limits: AttemptLimitSettings;
}): AttemptLimits {
  const {
    wrongPasswords = 10,
    lockSeconds = 15 * 60,
    slowDownMs = 250,
    resetMailsPerHour = 5,
    passwordChangesPerHour = 5,
    avatarsPerHour = 60,
  } = limits;
  // A counter that a crash sets back by a moment does no harm; waiting for the disk at every login would.
  const quick = { writeConcern: { w: 1, j: false }, readConcern: { level: 'local' } } as const;
  const database = connection.getClient().db(connection.name);
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMongo({
      storeClient: { collection: (name: string) => database.collection(name, quick) },
      tableName: collectionName,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration,
    });
  const signups = limiter('signup', limits.signupsPerHour, hourSeconds);
  // Nearly everybody signs in a few times an hour at most: an instance counts so many of an address by itself.
  const loginsHere = Math.floor(limits.loginsPerHour / 60);
  const firstLogins = new RateLimiterMemory({ points: loginsHere, duration: hourSeconds });
  const logins = limiter('login', limits.loginsPerHour - loginsHere, hourSeconds);
  const resetRequests = limiter('reset', limits.resetsPerHour, hourSeconds);
  const resetUses = limiter('reset-use', limits.resetsPerHour, hourSeconds);
  const resetMails = limiter('reset-mail', resetMailsPerHour, hourSeconds);
  const passwordChanges = limiter('password-change', passwordChangesPerHour, hourSeconds);
  const avatars = limiter('avatar', avatarsPerHour, hourSeconds);
  const attempts = limiter('password', wrongPasswords, lockSeconds);
  const counters = database.collection<StoredCounter>(collectionName, quick);

  return {
    signup: (address) => countOrRefuse(signups, networkOf(address), tooManyText),
    async login(address) {
      const key = networkOf(address);
      if ((await countCall(firstLogins, key)).isOver) await countOrRefuse(logins, key, tooManyText);
    },
    resetRequest: (address) => countOrRefuse(resetRequests, networkOf(address), tooManyText),
    resetUse: (address) => countOrRefuse(resetUses, networkOf(address), tooManyText),
    passwordChange: (userId) => countOrRefuse(passwordChanges, digestOf(userId), tooManyText),
    avatar: (userId) => countOrRefuse(avatars, digestOf(userId), tooManyPicturesText),
    resetMail: async (email) => !(await countCall(resetMails, accountKey(email))).isOver,

    passwordAttempt(email, knownAs) {
      const account = accountKey(email);
      const key = knownAs === undefined ? account : `${account}.${knownAs}`;
      const stored = { key: attempts.getKey(key) };
      const half = Math.floor(wrongPasswords / 2);
      let isCounted = true;
      return {
        key,
        withWrongPasswords: {
          $unionWith: { coll: collectionName, pipeline: [{ $match: stored }, { $project: storedFields }] },
        },
        readWrongPasswords: async () =>
          (await counters.findOne(stored, { projection: storedFields })) ?? undefined,
        begin(before) {
          isCounted = before !== undefined;
          const msLeft = before ? before.expire.getTime() - Date.now() : 0;
          if (before && before.points >= wrongPasswords && msLeft > 0) throw tooManyCalls(lockedText, msLeft);
        },
        async wrong() {
          const { consumedPoints } = (await countCall(attempts, key)).state;
          const restsNow = consumedPoints === wrongPasswords;
          if (restsNow) await attempts.block(key, lockSeconds);
          return {
            pauseMs: Math.max(0, consumedPoints - half) * slowDownMs,
            restsUntil: restsNow ? new Date(Date.now() + lockSeconds * 1000) : undefined,
          };
        },
        async forget() {
          if (isCounted) await attempts.delete(key);
        },
      };
    },
  };
}

const storedFields = { _id: 0, points: 1, expire: 1 } as const;

const tooManyText = 'Too many attempts. Please try again later.';
const tooManyPicturesText = 'Too many pictures. Please try again later.';
const lockedText = 'Too many wrong passwords. Please wait some minutes, or reset your password.';

/** Whom a counter is about is not kept in clear: it outlives a deleted account. */
const digestOf = (text: string) => hash('sha256', text, 'base64url');

const accountKey = (email: string) => digestOf(normalEmail(email));
