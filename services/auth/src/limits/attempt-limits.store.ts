import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf, ProblemError } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { normalEmail } from '../accounts/normal-email.rules.ts';

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
  /** Pictures that one person may send an hour, refused ones included. */
  readonly avatarsPerHour?: number;
}

/** One attempt at the password of one account, existing or not: both are counted alike, so that nothing tells them apart. */
export interface PasswordAttempts {
  /** Counts one attempt before its password is looked at; rejects with 429 once the account rests. */
  count(): Promise<void>;
  /**
   * After a wrong password: waits the longer, the more of them there were. Resolves with the time until which the account
   * rests, if this was one too many.
   */
  wrong(): Promise<Date | undefined>;
  /** After a right password, or a new one by mail. */
  forget(): Promise<void>;
}

export interface AttemptLimits {
  /** Each counts one and rejects with 429 and `Retry-After` when it is one too many. */
  signup(address: string): Promise<void>;
  login(address: string): Promise<void>;
  resetRequest(address: string): Promise<void>;
  resetUse(address: string): Promise<void>;
  avatar(userId: string): Promise<void>;
  /** False when this person got enough reset mails for now. */
  resetMail(email: string): Promise<boolean>;
  /** Of strangers together; or of one device or session that the account knows, by its id (rule L5). */
  passwordAttempts(email: string, knownAs?: string): PasswordAttempts;
  /** Resolves when nothing waits to be saved. */
  settle(): Promise<void>;
}

/** The collection of the limiter with the indexes that the library needs, so that the migration makes and checks them. */
export function createLimitModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema(
    { key: String, points: Number, expire: Date },
    { versionKey: false, autoIndex: false },
  );
  schema.index({ expire: -1 }, { expireAfterSeconds: 0 });
  schema.index({ key: 1 }, { unique: true });
  return connection.model('limit', schema, collectionName);
}

const hourSeconds = 3600;

/** Counters in the database, shared by all instances (rules L1 to L6). */
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
  const avatars = limiter('avatar', avatarsPerHour, hourSeconds);
  const attempts = limiter('password', wrongPasswords, lockSeconds);
  const rightFirst = takingBack(database.collection<{ key: string; points: number }>(collectionName, quick));

  const consume = async (from: RateLimiterMongo, key: string, text: string): Promise<number> => {
    const { isOver, state } = await countOne(from, key);
    if (isOver) throw tooMany(text, state.msBeforeNext);
    return state.consumedPoints;
  };

  return {
    signup: async (address) => void (await consume(signups, networkOf(address), tooManyText)),
    async login(address) {
      const key = networkOf(address);
      if ((await countOne(firstLogins, key)).isOver) await consume(logins, key, tooManyText);
    },
    resetRequest: async (address) => void (await consume(resetRequests, networkOf(address), tooManyText)),
    resetUse: async (address) => void (await consume(resetUses, networkOf(address), tooManyText)),
    avatar: async (userId) => void (await consume(avatars, userId, tooManyPicturesText)),
    resetMail: async (email) => !(await countOne(resetMails, accountKey(email))).isOver,

    passwordAttempts(email, knownAs) {
      const account = accountKey(email);
      const key = knownAs === undefined ? account : `${account}.${knownAs}`;
      const half = Math.floor(wrongPasswords / 2);
      let count = 0;
      return {
        async count() {
          count = await consume(attempts, key, lockedText);
        },
        async wrong() {
          const restsNow = count === wrongPasswords;
          if (restsNow) await attempts.block(key, lockSeconds);
          const until = new Date(Date.now() + lockSeconds * 1000);
          if (count > half) await pause((count - half) * slowDownMs);
          return restsNow ? until : undefined;
        },
        async forget() {
          const stored = attempts.getKey(key);
          // Nearly every login: nothing is counted but this right one itself.
          if (count === 1) rightFirst.add(stored);
          else {
            rightFirst.drop(stored);
            await attempts.delete(key);
          }
        },
      };
    },

    settle: () => rightFirst.flush(),
  };
}

/** How long a right password may still count as an attempt. */
const takeBackMs = 200;

/** Takes one attempt back from each of many counters by one write, some times a second. */
function takingBack(counters: mongoose.mongo.Collection<{ key: string; points: number }>) {
  let keys = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const now = [...keys];
    keys = new Set();
    if (now.length === 0) return;
    await counters.updateMany({ key: { $in: now }, points: { $gt: 0 } }, { $inc: { points: -1 } });
  }

  return {
    flush,
    add(key: string) {
      keys.add(key);
      // An attempt that stays counted does little harm, and for minutes only.
      timer ??= setTimeout(() => void flush().catch(() => undefined), takeBackMs).unref();
    },
    drop: (key: string) => void keys.delete(key),
  };
}

const tooManyText = 'Too many attempts. Please try again later.';
const tooManyPicturesText = 'Too many pictures. Please try again later.';
const lockedText = 'Too many wrong passwords. Please wait some minutes, or reset your password.';

/** Addresses of people are not kept in clear in a counter. */
function accountKey(email: string): string {
  return hash('sha256', normalEmail(email), 'base64url');
}

async function countOne(
  limiter: RateLimiterMemory | RateLimiterMongo,
  key: string,
): Promise<{ isOver: boolean; state: RateLimiterRes }> {
  try {
    return { isOver: false, state: await limiter.consume(key) };
  } catch (error) {
    // The library rejects with the state of the counter when it is one too many.
    if (error instanceof RateLimiterRes) return { isOver: true, state: error };
    throw error;
  }
}

function tooMany(text: string, msBeforeNext: number): ProblemError {
  return new ProblemError('too-many-requests', text, undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}
