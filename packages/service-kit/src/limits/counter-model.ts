import mongoose from 'mongoose';

/** A counter as rate-limiter-flexible stores it. */
export interface StoredCounter {
  readonly key: string;
  readonly points: number;
  /** End of the window. */
  readonly expire: Date;
}

/** The collection of a `RateLimiterMongo` with its indexes; open the limiter with `disableIndexesCreation`. */
export function createCounterModel(
  connection: mongoose.Connection,
  collection: string,
): mongoose.Model<StoredCounter> {
  const schema = new mongoose.Schema<StoredCounter>(
    { key: String, points: Number, expire: Date },
    { versionKey: false, autoIndex: false, id: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: -1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredCounter>(collection, schema, collection);
}
