import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { ProblemError } from '../http/problem-error.ts';
import { countCall, countOrRefuse, type RefusalText, tooManyCalls } from './count-call.ts';
import { networkOf } from './network-of.ts';

/** Counts over all instances, in a collection of `createCounterModel`. @param seconds until a key starts anew */
export const createSharedCounter = (
  connection: Connection,
  collection: string,
  keyPrefix: string,
  points: number,
  seconds = 3600,
): RateLimiterMongo =>
  new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: collection,
    disableIndexesCreation: true,
    keyPrefix,
    points,
    duration: seconds,
  });

/** Whom a call is counted for: the signed-in account and the mailbox that it names, if any, and the network. */
export interface Caller {
  readonly address: string;
  readonly people: readonly string[];
}

export interface CallerLimitOptions<Result> {
  /** Prefix of the counters. */
  readonly name: string;
  /** Of one person. */
  readonly points: number;
  readonly seconds?: number;
  readonly text: RefusalText;
  /** Whether an answer counts as a refusal, beside errors of the client. */
  readonly isRefusal?: (result: Result) => boolean;
}

/** Thousands of phones share an address of their carrier. */
export const networkTimes = 10;

/**
 * Limits calls over all instances: of each person, then ten times as many of the network. Refused ones are counted apart,
 * for visitors without a name by the network at once: who mistypes can go on, and who guesses shuts nobody else out.
 */
export function createCallerLimit<Result>(
  connection: Connection,
  collection: string,
  { name, points, seconds, text, isRefusal = () => false }: CallerLimitOptions<Result>,
) {
  const counter = (kind: string, times: number) =>
    createSharedCounter(connection, collection, `${name} ${kind}`, points * times, seconds);
  const [calls, networkCalls] = [counter('person', 1), counter('network', networkTimes)];
  const [refusals, networkRefusals] = [counter('refused', 1), counter('refused network', networkTimes)];
  return async <Made extends Result>(
    { address, people }: Caller,
    work: () => Promise<Made>,
  ): Promise<Made> => {
    const network = networkOf(address);
    const taken = [...people.map((one) => [calls, one] as const), [networkCalls, network] as const];
    const refused = people.length
      ? [...people.map((one) => [refusals, one] as const), [networkRefusals, network] as const]
      : [[refusals, network] as const];
    for (const [limit, key] of refused) {
      const state = await limit.get(key);
      if (state && state.consumedPoints >= limit.points) throw tooManyCalls(text, state.msBeforeNext);
    }
    for (const [limit, key] of taken) await countOrRefuse(limit, key, text);
    const countRefusal = () =>
      Promise.all([
        ...taken.map(([limit, key]) => limit.reward(key)),
        ...refused.map(([limit, key]) => countCall(limit, key)),
      ]);
    try {
      const result = await work();
      if (isRefusal(result)) await countRefusal();
      return result;
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500) await countRefusal();
      throw error;
    }
  };
}
