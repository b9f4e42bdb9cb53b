import type { RequestKind } from '@kinmel/contracts';
import {
  countOrRefuse,
  createCounterModel,
  createSharedCounter,
  networkOf,
  normalEmail,
} from '@kinmel/service-kit';
import type { Connection } from 'mongoose';

const collection = 'request_limits';

export const createRequestLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** Calls that are limited by network and mailbox: new requests (G7), their photos (R8) and moves by customers (B10). */
type CountedCall = RequestKind | 'return-photo' | 'repair-move';

/** Limits per hour by network and mailbox, and of the moves of one repair. */
export type RequestsPerHour = Readonly<Record<CountedCall | 'moves-of-one-repair', number>>;

const tooMany = 'Too many requests. Please try again later, or call us.';

export function createRequestLimits(connection: Connection, perHour: RequestsPerHour) {
  const counterOf = (call: keyof RequestsPerHour) =>
    createSharedCounter(connection, collection, call, perHour[call]);
  return {
    /** Counts a call; rejects with `too-many-requests` above a limit. */
    async admit(call: CountedCall, address: string, email: string): Promise<void> {
      await countOrRefuse(counterOf(call), `network ${networkOf(address)}`, tooMany);
      await countOrRefuse(counterOf(call), `mailbox ${normalEmail(email)}`, tooMany);
    },
    admitMoveOf: (bookingId: string): Promise<void> =>
      countOrRefuse(counterOf('moves-of-one-repair'), bookingId, tooMany),
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;
