import type mongoose from 'mongoose';
import { declareCollection } from '../mongo/declare-collection.ts';

/** A counter as rate-limiter-flexible stores it. */
export interface StoredCounter {
  readonly key: string;
  readonly points: number;
  /** End of the window. */
  readonly expire: Date;
}

/** The collection of a `RateLimiterMongo` with its indexes; open the limiter with `disableIndexesCreation`. */
export const createCounterModel = (connection: mongoose.Connection, collection: string) =>
  declareCollection<StoredCounter>(collection, [
    [{ key: 1 }, { unique: true }],
    [{ expire: -1 }, { expireAfterSeconds: 0 }],
  ])(connection);
