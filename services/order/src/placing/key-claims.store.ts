import { createHash } from 'node:crypto';
import { createBatcher, inTime } from '@kinmel/service-kit';
import mongoose from 'mongoose';

interface KeyClaimDocument {
  /** A digest of person and key. */
  _id: string;
  /** The instance that is at work under this key. */
  holder: string;
  /** By the clock of the database, which all instances share. */
  leasedUntil: Date;
}

/** Longer than an order has until its write (see `TimeLimit`); after that its instance counts as dead. */
export const claimLeaseMs = 3_000;
/** What is over is of no use to anybody; the database takes it away. */
const keepSeconds = 60;

const keyClaimSchema = new mongoose.Schema<KeyClaimDocument>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    leasedUntil: { type: Date, required: true },
  },
  { collection: 'key_claims', versionKey: false },
);
keyClaimSchema.index({ leasedUntil: 1 }, { expireAfterSeconds: keepSeconds });

export const createKeyClaimModel = (connection: mongoose.Connection) =>
  connection.model('KeyClaim', keyClaimSchema);

/**
 * Which instance is placing an order under an idempotency key now (O13, decision 31). A lease that spares a repeated request a wrong
 * answer; that there is never a second order the unique index of the orders sees to.
 */
export interface KeyClaimsStore {
  /**
   * False: another instance is at work under this key. Keys of one moment share a call; one that this instance left behind is its
   * own again.
   */
  claim(userId: string, key: string): Promise<boolean>;
  /** For after a refusal: the key may be tried again, anywhere. After an order its claim just ends. */
  giveUp(userId: string, key: string): Promise<void>;
}

const { MongoBulkWriteError } = mongoose.mongo;
const claimsPerBatch = 50;
/** A claim that a failing database loses is no harm; waiting for its journal would cost every order. */
const options = { writeConcern: { w: 1 } } as const;
/** A buyer waits, also while the server stands still (D-02). */
const limitMs = 1_000;

export function createKeyClaimsStore(
  model: ReturnType<typeof createKeyClaimModel>,
  holder: string,
): KeyClaimsStore {
  const claims = model.db.getClient().db(model.db.name).collection<KeyClaimDocument>('key_claims');
  const idOf = (userId: string, key: string) =>
    createHash('sha256').update(`${userId}\n${key}`).digest('base64url');
  const lease = [{ $set: { holder, leasedUntil: { $add: ['$$NOW', claimLeaseMs] } } }];

  /** Of a claim that somebody else holds: only one whose lease is over changes hands. */
  async function takeOver(_id: string): Promise<boolean> {
    const isOver = { $expr: { $lte: ['$leasedUntil', '$$NOW'] } };
    const { matchedCount } = await inTime(claims.updateOne({ _id, ...isOver }, lease, options), limitMs);
    return matchedCount === 1;
  }

  const claimBatched = createBatcher(claimsPerBatch, async (ids: readonly string[]) => {
    try {
      // Its holder renews a claim, a free id is inserted, and an id that another one holds is refused by its unique key.
      const writes = ids.map((_id) => ({
        updateOne: { filter: { _id, holder }, update: lease, upsert: true },
      }));
      await inTime(claims.bulkWrite(writes, { ...options, ordered: false }), limitMs);
      return ids.map(() => true);
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const failures = [error.writeErrors].flat();
      if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
      const taken = new Set(failures.map(({ index }) => index));
      return await Promise.all(
        ids.map(async (_id, place) => (taken.has(place) ? await takeOver(_id) : true)),
      );
    }
  });

  const giveUpBatched = createBatcher(claimsPerBatch, async (ids: readonly string[]) => {
    await inTime(claims.deleteMany({ _id: { $in: [...ids] }, holder }, options), limitMs);
    return ids;
  });

  return {
    claim: (userId, key) => claimBatched(idOf(userId, key)),
    async giveUp(userId, key) {
      await giveUpBatched(idOf(userId, key));
    },
  };
}
