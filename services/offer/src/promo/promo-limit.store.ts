import { networkOf, ProblemError } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const collection = 'promo_checks';

/** Where the limiter counts; declared here so that its indexes are made and checked with all others. */
const promoCheckSchema = new mongoose.Schema(
  { key: String, points: Number, expire: Date },
  { versionKey: false, autoIndex: false, id: false },
);
promoCheckSchema.index({ key: 1 }, { unique: true });
promoCheckSchema.index({ expire: -1 }, { expireAfterSeconds: 0 });

export const createPromoCheckModel = (connection: mongoose.Connection) =>
  connection.model('promo_check', promoCheckSchema, collection);

export interface PromoLimit {
  /** Counts one question of an address; rejects with `too-many-requests` when it has asked too often (C4). */
  admit(address: string): Promise<void>;
}

export function createPromoLimit(connection: mongoose.Connection, perMinute: number): PromoLimit {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    keyPrefix: 'promo',
    points: perMinute,
    duration: 60,
    disableIndexesCreation: true,
  });
  return {
    async admit(address) {
      try {
        await limiter.consume(networkOf(address));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new ProblemError('too-many-requests', 'Too many tries. Please wait a minute.', undefined, {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        });
      }
    },
  };
}
