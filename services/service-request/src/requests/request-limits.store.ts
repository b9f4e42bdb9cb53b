import type { RequestKind } from '@kinmel/contracts';
import {
  type Caller,
  countOrRefuse,
  createCallerLimit,
  createCounterModel,
  createSharedCounter,
  normalEmail,
} from '@kinmel/service-kit';
import type { Connection } from 'mongoose';

const collection = 'request_limits';

export const createRequestLimitModel = (connection: Connection) => createCounterModel(connection, collection);

/** Calls limited per person and network: new requests (SR-G7), their photos (SR-R8) and moves by customers (SR-B10). */
type CountedCall = RequestKind | 'return-photo' | 'repair-move';

/** Calls limited per request: moves of a repair (SR-B10), and answers to an offer of the shop (SR-S17). */
type CountedStep = 'moves-of-one-repair' | 'answers-of-one-request';

/** Limits per hour: per account or else mailbox (ten times as many per network), and per request. */
export type RequestsPerHour = Readonly<Record<CountedCall | CountedStep, number>>;

interface Sender extends Pick<Caller, 'address'> {
  readonly userId?: string | undefined;
  /** Undefined when the call names no mailbox. */
  readonly email?: string | undefined;
}

/** Without limits, for tests and sample data. */
const unlimited = 1_000_000_000;

const refusalOf = (when: string) => `Too many requests. Please try again ${when}, or call us.`;

export function createRequestLimits(connection: Connection, perHour: Partial<RequestsPerHour> = {}) {
  const limitOf = (name: CountedCall) =>
    createCallerLimit(connection, collection, { name, points: perHour[name] ?? unlimited, text: refusalOf });
  const limitPerRequest = (name: CountedStep) => {
    const counter = createSharedCounter(connection, collection, name, perHour[name] ?? unlimited);
    return (requestId: string): Promise<void> => countOrRefuse(counter, requestId, refusalOf);
  };
  return {
    /** Counts a call and runs it; rejects with `too-many-requests` above a limit. */
    admit<T>(call: CountedCall, { address, userId, email }: Sender, work: () => Promise<T>): Promise<T> {
      const person = userId === undefined ? email && `mailbox ${normalEmail(email)}` : `account ${userId}`;
      return limitOf(call)({ address, person }, work);
    },
    admitMoveOf: limitPerRequest('moves-of-one-repair'),
    admitAnswerTo: limitPerRequest('answers-of-one-request'),
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;
