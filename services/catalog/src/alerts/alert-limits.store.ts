import { countOrRefuse, createCounterModel, networkOf } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'alert_limits';

export const createAlertLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** Limits the alerts that a network asks for, over all instances (A3). */
export function createAlertLimit(
  connection: Connection,
  perHour: number,
): (address: string) => Promise<void> {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    keyPrefix: 'alert',
    points: perHour,
    duration: 3600,
    disableIndexesCreation: true,
  });
  return (address) =>
    countOrRefuse(limiter, networkOf(address), 'Too many alerts in one hour. Please try again later.');
}
