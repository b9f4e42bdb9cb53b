import { createHash } from 'node:crypto';
import { declareCollection, withDatabaseTimeout } from '@kinmel/service-kit';

interface KeyClaimDocument {
  /** A hash of user id and key. */
  _id: string;
  orderId: string;
  /** By the clock of the database. */
  leasedUntil: Date;
}

/** Longer than the time limit of placing; after that the instance is considered dead. */
const claimLeaseMs = 3_000;
const deleteAfterSeconds = 60;

export const createKeyClaimModel = declareCollection<KeyClaimDocument>('key_claims', [
  [{ leasedUntil: 1 }, { expireAfterSeconds: deleteAfterSeconds }],
]);

export type KeyClaimsStore = ReturnType<typeof createKeyClaimsStore>;

/** Losing a claim does no harm, and waiting for the journal would delay every order. */
const writeConcern = { w: 1 } as const;
/** Short, because a buyer is waiting. */
const queryTimeoutMs = 1_000;

/**
 * A lease on an idempotency key while an order is placed (ORD-O13, decision 61), so that a repeated request is not
 * refused because the first one holds the pieces. The unique index of the orders prevents a second order.
 */
export function createKeyClaimsStore(model: ReturnType<typeof createKeyClaimModel>) {
  const idOf = (userId: string, key: string) =>
    createHash('sha256').update(`${userId}\n${key}`).digest('base64url');
  return {
    /** False when another request is placing an order with this key. */
    async claim(userId: string, key: string, orderId: string): Promise<boolean> {
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
      return (await withDatabaseTimeout(claiming.lean().exec(), queryTimeoutMs)).orderId === orderId;
    },
    /** For a rejected request; after a placed order the claim expires by itself. */
    async release(userId: string, key: string, orderId: string): Promise<void> {
      await withDatabaseTimeout(
        model.deleteOne({ _id: idOf(userId, key), orderId }, { writeConcern }).exec(),
        queryTimeoutMs,
      );
    },
  };
}
