import type mongoose from 'mongoose';
import { unlessTaken } from '../../mongo/declare-collection.ts';

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

/**
 * A named lease that one instance of a service holds at a time, timed by the database's clock. After a long pause of
 * the process there may be two holders, so the protected work must be idempotent.
 */
export function createLease(connection: mongoose.Connection, name: string, holder: string, leaseMs: number) {
  // By the driver: an upsert by a pipeline, which Mongoose does not cast.
  const leases = connection.getClient().db(connection.name).collection<LeaseDocument>('leases');
  const mayTake = {
    $or: [{ $eq: ['$holder', holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }],
  };

  return {
    /** Acquires or renews the lease; false when another instance holds it. */
    async acquire(): Promise<boolean> {
      const lease = leases.findOneAndUpdate(
        { _id: name },
        [
          { $set: { isMine: mayTake } },
          {
            $set: {
              holder: { $cond: ['$isMine', holder, '$holder'] },
              until: { $cond: ['$isMine', { $add: ['$$NOW', leaseMs] }, '$until'] },
            },
          },
          { $unset: 'isMine' },
        ],
        { upsert: true, returnDocument: 'after', maxTimeMS: 2_000 },
      );
      // Another instance may insert the document first.
      return unlessTaken(lease.then((document) => document?.holder === holder));
    },

    /** Lets another instance take over before the lease expires. */
    async release(): Promise<void> {
      await leases.deleteOne({ _id: name, holder });
    },
  };
}
