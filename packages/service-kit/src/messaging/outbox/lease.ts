import type mongoose from 'mongoose';

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

/**
 * A named lease that one instance of a service holds at a time, timed by the database's clock. After a long pause of
 * the process there may be two holders, so the protected work must be idempotent.
 */
export class Lease {
  readonly #connection: mongoose.Connection;
  readonly #name: string;
  readonly #holder: string;
  readonly #leaseMs: number;

  constructor(connection: mongoose.Connection, name: string, holder: string, leaseMs: number) {
    this.#connection = connection;
    this.#name = name;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
  }

  /** Acquires or renews the lease; false when another instance holds it. */
  async acquire(): Promise<boolean> {
    const mayTake = {
      $or: [{ $eq: ['$holder', this.#holder] }, { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }],
    };
    try {
      const lease = await this.#leases().findOneAndUpdate(
        { _id: this.#name },
        [
          { $set: { isMine: mayTake } },
          {
            $set: {
              holder: { $cond: ['$isMine', this.#holder, '$holder'] },
              until: { $cond: ['$isMine', { $add: ['$$NOW', this.#leaseMs] }, '$until'] },
            },
          },
          { $unset: 'isMine' },
        ],
        { upsert: true, returnDocument: 'after', maxTimeMS: 2_000 },
      );
      return lease?.holder === this.#holder;
    } catch (error) {
      // Another instance inserted the document first.
      if (error instanceof Error && 'code' in error && error.code === 11000) return false;
      throw error;
    }
  }

  /** Lets another instance take over before the lease expires. */
  async release(): Promise<void> {
    await this.#leases().deleteOne({ _id: this.#name, holder: this.#holder });
  }

  #leases() {
    return this.#connection.getClient().db(this.#connection.name).collection<LeaseDocument>('leases');
  }
}
