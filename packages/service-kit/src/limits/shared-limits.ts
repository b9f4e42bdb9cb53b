import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { type CallCounter, countOrRefuse } from './count-call.ts';
import { networkOf } from './network-of.ts';

/** Counts over all instances, in a collection of `createCounterModel`. @param seconds until a key starts anew */
export const createSharedCounter = (
  connection: Connection,
  collection: string,
  keyPrefix: string,
  points: number,
  seconds = 3600,
): CallCounter =>
  new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    disableIndexesCreation: true,
    keyPrefix,
    points,
    duration: seconds,
  });

/** Limits the calls of each network over all instances: counts one, or rejects with `too-many-requests`. */
export function createNetworkLimit(
  connection: Connection,
  collection: string,
  points: number,
  seconds?: number,
): (address: string) => Promise<void> {
  const counter = createSharedCounter(connection, collection, 'network', points, seconds);
  return (address) => countOrRefuse(counter, networkOf(address), 'Too many tries. Please try again later.');
}
