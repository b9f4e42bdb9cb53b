import { createHash } from 'node:crypto';
import { inTime } from '@kinmel/service-kit';
import mongoose from 'mongoose';

interface KeyClaimDocument {
  /** A digest of person and key. */
  _id: string;
  /** The order that a request is placing under this key. */
  orderId: string;
  /** By the clock of the database, which all instances share. */
  leasedUntil: Date;
}

/** Longer than an order has until its write (see `TimeLimit`); after that its instance counts as dead. */
const claimLeaseMs = 3_000;
const keepSeconds = 60;

const keyClaimSchema = new mongoose.Schema<KeyClaimDocument>(
  {
    _id: { type: String, required: true },
    orderId: { type: String, required: true },
    leasedUntil: { type: Date, required: true },
  },
  { collection: 'key_claims', versionKey: false },
);
keyClaimSchema.index({ leasedUntil: 1 }, { expireAfterSeconds: keepSeconds });

export const createKeyClaimModel = (connection: mongoose.Connection) =>
  connection.model('KeyClaim', keyClaimSchema);

/**
 * Which request is placing an order under an idempotency key now (O13, decision 31). A lease that spares a repeated request a wrong
 * refusal; that there is never a second order the unique index of the orders sees to.
 */
export interface KeyClaimsStore {
  /** One write. False: another request is placing an order under this key. */
  claim(userId: string, key: string, orderId: string): Promise<boolean>;
  /** After a refusal: the key may be tried again at once. After an order its claim runs out. */
  giveUp(userId: string, key: string, orderId: string): Promise<void>;
}

/** A claim that a failing database loses does no harm; waiting for its journal would cost every order. */
const writeConcern = { w: 1 } as const;
/** A buyer waits, also while the server stands still. */
const limitMs = 1_000;

export function createKeyClaimsStore(model: ReturnType<typeof createKeyClaimModel>): KeyClaimsStore {
  const idOf = (userId: string, key: string) =>
    createHash('sha256').update(`${userId}\n${key}`).digest('base64url');
  return {
    async claim(userId, key, orderId) {
      const isFree = { $lte: [{ $ifNull: ['$leasedUntil', new Date(0)] }, '$$NOW'] };
      const claiming = model.findOneAndUpdate(
        { _id: idOf(userId, key) },
        [
          {
            $set: {
              orderId: { $cond: [isFree, orderId, '$orderId'] },
              leasedUntil: { $cond: [isFree, { $add: ['$$NOW', claimLeaseMs] }, '$leasedUntil'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after', writeConcern, updatePipeline: true },
      );
      return (await inTime(claiming.lean().exec(), limitMs)).orderId === orderId;
    },
    async giveUp(userId, key, orderId) {
      await inTime(model.deleteOne({ _id: idOf(userId, key), orderId }, { writeConcern }).exec(), limitMs);
    },
  };
}
