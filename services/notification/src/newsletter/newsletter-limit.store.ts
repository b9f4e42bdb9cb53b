import { countOrRefuse, createCounterModel, networkOf } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'newsletter_limits';

const windowSeconds = 60 * 60;

export const createNewsletterLimitModel = (connection: Connection) =>
  createCounterModel(connection, collection);

/** At most `asksPerHour` entries of one client, counted over all instances (N5). */
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
    // They are declared with the other indexes and made by the same step.
    disableIndexesCreation: true,
  });
  return (address) =>
    countOrRefuse(limiter, networkOf(address), 'Too many attempts. Please try again later.');
}
