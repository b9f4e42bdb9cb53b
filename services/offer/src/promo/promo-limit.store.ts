import { countOrRefuse, createCounterModel, networkOf } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'promo_checks';

export const createPromoCheckModel = (connection: Connection) => createCounterModel(connection, collection);

export function createPromoLimit(connection: Connection, perMinute: number) {
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
    /** Counts a check of a client; rejects with `too-many-requests` beyond the limit (C4). */
    admit: (address: string): Promise<void> =>
      countOrRefuse(limiter, networkOf(address), 'Too many tries. Please wait a minute.'),
  };
}

export type PromoLimit = ReturnType<typeof createPromoLimit>;
