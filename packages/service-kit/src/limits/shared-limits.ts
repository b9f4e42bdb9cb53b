import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { type CallCounter, countOrRefuse } from './count-call.ts';
import { networkOf } from './network-of.ts';

/** How many calls a window has. */
interface CallLimit {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** Counts over all instances, in a collection of `createCounterModel`. */
export const createSharedCounter = (
  connection: Connection,
  collection: string,
  limit: CallLimit & { readonly keyPrefix: string },
): CallCounter =>
  new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    disableIndexesCreation: true,
    ...limit,
  });

/** Limits the calls of each network over all instances: counts one, or rejects with `too-many-requests` and the text. */
export function createNetworkLimit(
  connection: Connection,
  collection: string,
  { text, ...limit }: CallLimit & { readonly text: string },
): (address: string) => Promise<void> {
  const counter = createSharedCounter(connection, collection, { ...limit, keyPrefix: 'network' });
  return (address) => countOrRefuse(counter, networkOf(address), text);
}
