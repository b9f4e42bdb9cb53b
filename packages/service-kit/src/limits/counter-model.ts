import mongoose from 'mongoose';

/** A counter as rate-limiter-flexible stores it. */
export interface StoredCounter {
  readonly key: string;
  readonly points: number;
  /** Until when it counts. */
  readonly expire: Date;
}

/**
 * The collection of a `RateLimiterMongo` with the indexes that it needs, so that a start creates them with all
 * others; the limiter itself is opened with `disableIndexesCreation`.
 */
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
