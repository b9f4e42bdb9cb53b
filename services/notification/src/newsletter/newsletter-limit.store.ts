import { countOrRefuse, createCounterModel, networkOf } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'newsletter_limits';

const windowSeconds = 60 * 60;

export const createNewsletterLimitModel = (connection: Connection) =>
  createCounterModel(connection, collection);

/** Limits the entries per client over all instances (N5). */
export function createNewsletterLimit({
  connection,
  asksPerHour,
}: {
  connection: Connection;
  asksPerHour: number;
}): (address: string) => Promise<void> {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    keyPrefix: 'newsletter',
    points: asksPerHour,
    duration: windowSeconds,
    // Created with the other indexes.
    disableIndexesCreation: true,
  });
  return (address) =>
    countOrRefuse(limiter, networkOf(address), 'Too many attempts. Please try again later.');
}
