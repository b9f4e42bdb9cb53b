import {
  countCall,
  countOrRefuse,
  createCounterModel,
  derivedKey,
  keyedToken,
  networkOf,
  normalEmail,
  type StoredCounter,
  tooManyCalls,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

const collectionName = 'limits';
const lockSeconds = 15 * 60;
/** Per account. */
const passwordChangesPerHour = 5;

export interface AttemptLimitSettings {
  readonly signupsPerHour: number;
  readonly loginsPerHour: number;
  /** Requests of reset mails, and uses of reset links, each. */
  readonly resetsPerHour: number;
  /** Wrong passwords until an account is locked; from half of them on, answers are delayed. */
  readonly wrongPasswords?: number;
  /** Delay of an answer per wrong password beyond half of the limit. */
  readonly slowDownMs?: number;
  /** Reset mails per address; more are silently not sent. */
  readonly resetMailsPerHour?: number;
  /** Uploads per person, including refused ones. */
  readonly avatarsPerHour?: number;
}

/** The stored counter of an account. */
export type WrongPasswords = Pick<StoredCounter, 'points' | 'expire'>;

export const createLimitModel = (connection: mongoose.Connection) =>
  createCounterModel(connection, collectionName);

const hourSeconds = 3600;

/** Counters in the database, shared by all instances (rules AUTH-L1 to AUTH-L7). */
export function createAttemptLimits({
  connection,
  limits,
  mailSealKey,
}: {
  readonly connection: mongoose.Connection;
  readonly limits: AttemptLimitSettings;
  readonly mailSealKey: string;
}) {
  const { wrongPasswords = 10, slowDownMs = 250, resetMailsPerHour = 5, avatarsPerHour = 60 } = limits;
  // Losing the last counts in a crash is acceptable; waiting for the journal at every login is not.
  const collectionOptions = { writeConcern: { w: 1, j: false }, readConcern: { level: 'local' } } as const;
  const database = connection.getClient().db(connection.name);
  const hashKey = derivedKey(mailSealKey, 'limits');
  /** Hashed, because counters outlive deleted accounts, and keyed, because addresses can be guessed. */
  const digestOf = (text: string) => keyedToken(hashKey, text);
  const accountKey = (email: string) => digestOf(normalEmail(email));
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMongo({
      storeClient: { collection: (name: string) => database.collection(name, collectionOptions) },
      tableName: collectionName,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration,
    });
  /** Both kinds of limiters count one call, and reject with 429 and `Retry-After` beyond the limit. */
  const perNetwork = (keyPrefix: string, points: number) => {
    const calls = limiter(keyPrefix, points, hourSeconds);
    return (address: string): Promise<void> => countOrRefuse(calls, networkOf(address), tooManyText);
  };
  const perPerson = (keyPrefix: string, points: number, text: typeof tooManyText) => {
    const calls = limiter(keyPrefix, points, hourSeconds);
    return (userId: string): Promise<void> => countOrRefuse(calls, digestOf(userId), text);
  };
  // The first logins of an address are counted in memory, as most sign in a few times an hour.
  const loginsInMemory = Math.floor(limits.loginsPerHour / 60);
  const firstLogins = new RateLimiterMemory({ points: loginsInMemory, duration: hourSeconds });
  const furtherLogins = perNetwork('login', limits.loginsPerHour - loginsInMemory);
  const resetMails = limiter('reset-mail', resetMailsPerHour, hourSeconds);
  const attempts = limiter('password', wrongPasswords, lockSeconds);
  const counters = database.collection<StoredCounter>(collectionName, collectionOptions);

  return {
    signup: perNetwork('signup', limits.signupsPerHour),
    async login(address: string): Promise<void> {
      if ((await countCall(firstLogins, networkOf(address))).isOver) await furtherLogins(address);
    },
    /** Options for a passkey, each of which stores a challenge. */
    passkey: perNetwork('passkey', limits.loginsPerHour),
    resetRequest: perNetwork('reset', limits.resetsPerHour),
    resetUse: perNetwork('reset-use', limits.resetsPerHour),
    passwordChange: perPerson('password-change', passwordChangesPerHour, tooManyChangesText),
    avatar: perPerson('avatar', avatarsPerHour, tooManyPicturesText),
    /** False beyond the limit of reset mails, which are then not sent. */
    resetMail: async (email: string): Promise<boolean> =>
      !(await countCall(resetMails, accountKey(email))).isOver,

    /**
     * An attempt to enter the password of one account. Unknown clients share one counter per account; a known device or
     * session has its own, by its id (rule AUTH-L5). Unknown accounts are counted too, so that the answers do not
     * reveal which accounts exist. A correct password, the usual case, needs no database write. The caller must run
     * attempts with the same key sequentially, so that each sees the previous count.
     */
    passwordAttempt(email: string, counterId?: string) {
      const account = accountKey(email);
      const key = counterId === undefined ? account : `${account}.${counterId}`;
      const counterFilter = { key: attempts.getKey(key) };
      const undelayedCount = Math.floor(wrongPasswords / 2);
      let isCounted = true;
      return {
        key,
        /** An aggregation stage that adds the stored counter to the result. */
        withWrongPasswords: {
          $unionWith: {
            coll: collectionName,
            pipeline: [{ $match: counterFilter }, { $project: storedFields }],
          },
        },
        readWrongPasswords: async (): Promise<WrongPasswords | undefined> =>
          (await counters.findOne(counterFilter, { projection: storedFields })) ?? undefined,
        /** Call it before the check: throws 429 while the account is locked. */
        begin(counter: WrongPasswords | undefined) {
          isCounted = counter !== undefined;
          const msLeft = counter ? counter.expire.getTime() - Date.now() : 0;
          if (counter && counter.points >= wrongPasswords && msLeft > 0)
            throw tooManyCalls(lockedText, msLeft);
        },
        /** Counts a wrong password. `lockedUntil` is set when this attempt locked the account. */
        async countWrong() {
          const { consumedPoints } = (await countCall(attempts, key)).state;
          const isLocked = consumedPoints === wrongPasswords;
          if (isLocked) await attempts.block(key, lockSeconds);
          return {
            /** How long to delay the answer. */
            pauseMs: Math.max(0, consumedPoints - undelayedCount) * slowDownMs,
            lockedUntil: isLocked ? new Date(Date.now() + lockSeconds * 1000) : undefined,
          };
        },
        /** Call it after a correct password or a password reset. */
        async reset() {
          if (isCounted) await attempts.delete(key);
        },
      };
    },
  };
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;
export type PasswordAttempt = ReturnType<AttemptLimits['passwordAttempt']>;

const storedFields = { _id: 0, points: 1, expire: 1 } as const;

const tooManyText = (when: string) =>
  `Too many attempts from your network. Please try again ${when}, or use another connection.`;
const tooManyChangesText = (when: string) =>
  `Too many changes of your password. Please try again ${when}; until then the present one stays.`;
const tooManyPicturesText = (when: string) =>
  `Too many pictures. Please try again ${when}; until then your present picture stays.`;
const lockedText = (when: string) =>
  `Too many wrong passwords. Please try again ${when}, or reset your password.`;
