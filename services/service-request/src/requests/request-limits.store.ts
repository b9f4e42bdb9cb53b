import type { RequestKind } from '@kinmel/contracts';
import { countOrRefuse, createCounterModel, networkOf, normalEmail } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';

const collection = 'request_limits';

export const createRequestLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** What is counted: new requests by their kind (G7), and repairs that their customers move (B10). */
type CountedCall = RequestKind | 'repair-move';

/** How many of each an hour may come from one network, may write to one mailbox, and may be of one request. */
export type RequestsPerHour = Readonly<Record<CountedCall, number>>;

/** Whom a call is counted by. */
interface Counted {
  /** The sender's network address. */
  readonly address: string;
  readonly email: string;
  /** Of a change: which request it is of. */
  readonly requestId?: string;
}

export interface RequestLimits {
  /** Counts one; rejects with `too-many-requests` when it is one too many of this network, mailbox or request. */
  admit(call: CountedCall, by: Counted): Promise<void>;
}

const tooMany = 'Too many requests. Please try again later, or call us.';

/** Counters in the database, shared by all instances. */
export function createRequestLimits(connection: Connection, perHour: RequestsPerHour): RequestLimits {
  const limiterOf = (call: CountedCall) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: collection,
      keyPrefix: call,
      points: perHour[call],
      duration: 3600,
      disableIndexesCreation: true,
    });
  const limiters = {
    'sell-request': limiterOf('sell-request'),
    'repair-booking': limiterOf('repair-booking'),
    'phone-order': limiterOf('phone-order'),
    'repair-move': limiterOf('repair-move'),
  };
  return {
    async admit(call, { address, email, requestId }) {
      const count = (key: string) => countOrRefuse(limiters[call], key, tooMany);
      await count(`network ${networkOf(address)}`);
      if (requestId !== undefined) await count(`request ${requestId}`);
      await count(`mailbox ${normalEmail(email)}`);
    },
  };
}
