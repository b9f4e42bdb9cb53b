import type { RequestKind } from '@kinmel/contracts';
import { countOrRefuse, createCounterModel, networkOf, normalEmail } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'request_limits';

export const createRequestLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** How many requests of a kind an hour may come from one network, and may write to one mailbox (G7). */
export type RequestsPerHour = Readonly<Record<RequestKind, number>>;

export interface RequestLimits {
  /** Counts one; rejects with `too-many-requests` when it is one too many of this network or this mailbox. */
  admit(kind: RequestKind, address: string, email: string): Promise<void>;
}

const tooMany = 'Too many requests. Please try again later, or call us.';

/** Counters in the database, shared by all instances. */
export function createRequestLimits(connection: Connection, perHour: RequestsPerHour): RequestLimits {
  const limiterOf = (kind: RequestKind) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collection,
      keyPrefix: kind,
      points: perHour[kind],
      duration: 3600,
      disableIndexesCreation: true,
    });
  const limiters = {
    'sell-request': limiterOf('sell-request'),
    'repair-booking': limiterOf('repair-booking'),
    'phone-order': limiterOf('phone-order'),
  };
  return {
    async admit(kind, address, email) {
      await countOrRefuse(limiters[kind], `network ${networkOf(address)}`, tooMany);
      await countOrRefuse(limiters[kind], `mailbox ${normalEmail(email)}`, tooMany);
    },
  };
}
