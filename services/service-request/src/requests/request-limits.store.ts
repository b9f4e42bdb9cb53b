import type { RequestKind } from '@kinmel/contracts';
import { countOrRefuse, createCounterModel, networkOf, normalEmail } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'request_limits';

export const createRequestLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** What is counted by network and mailbox: new requests of each kind (G7), and repairs that their customers move (B10). */
type CountedCall = RequestKind | 'repair-move';

/** How many of each an hour may come from one network, and may write to one mailbox; and how often one repair may be moved. */
export type RequestsPerHour = Readonly<Record<CountedCall | 'moves-of-one-repair', number>>;

export interface RequestLimits {
  /** Counts one; rejects with `too-many-requests` when it is one too many of this network or this mailbox. */
  admit(call: CountedCall, address: string, email: string): Promise<void>;
  /** Counts a move of this repair. */
  admitMoveOf(bookingId: string): Promise<void>;
}

const tooMany = 'Too many requests. Please try again later, or call us.';

/** Counters in the database, shared by all instances. */
export function createRequestLimits(connection: Connection, perHour: RequestsPerHour): RequestLimits {
  const limiterOf = (call: keyof RequestsPerHour) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collection,
      keyPrefix: call,
      points: perHour[call],
      duration: 3600,
      disableIndexesCreation: true,
    });
  const limiters = Object.fromEntries(
    (Object.keys(perHour) as (keyof RequestsPerHour)[]).map((call) => [call, limiterOf(call)]),
  ) as Readonly<Record<keyof RequestsPerHour, RateLimiterMongo>>;
  return {
    async admit(call, address, email) {
      await countOrRefuse(limiters[call], `network ${networkOf(address)}`, tooMany);
      await countOrRefuse(limiters[call], `mailbox ${normalEmail(email)}`, tooMany);
    },
    admitMoveOf: (bookingId) => countOrRefuse(limiters['moves-of-one-repair'], bookingId, tooMany),
  };
}
