import type { Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { ProblemError } from '../http/problem-error.ts';
import { personalDataOf } from '../personal-data/personal-data.ts';
import { countCall, countOrRefuse, type RefusalText, tooManyCalls } from './count-call.ts';
import { networkOf } from './network-of.ts';

/** Counts across all instances, in a collection of `createCounterModel`. @param seconds the length of a window */
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

/** The person whose calls are counted. */
export interface Caller {
  readonly address: string;
  /**
   * The signed-in account, or else the mailbox named in the call. Calls by strangers that name a mailbox do not count
   * for its owner, who signs in. Undefined for a visitor with neither.
   */
  readonly person: string | undefined;
}

export interface CallerLimitOptions<Result> {
  /** Prefix of the counters. */
  readonly name: string;
  /** The limit of calls per person. */
  readonly points: number;
  readonly seconds?: number;
  readonly text: RefusalText;
  /** Whether an answer counts as a refused call; by default client errors do. */
  readonly isRefusal?: (result: Result) => boolean;
}

/** Thousands of phones may share the address of a mobile carrier. */
export const networkTimes = 10;

/**
 * Limits the calls of each person, and ten times as many per network, across all instances. Refused calls are counted
 * separately with the same limits, so that a mistake does not use up the next call. Refused calls of visitors without
 * account and mailbox are limited per network like those of one person, because visitors could guess codes.
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
  return async <Outcome extends Result>({ address, person }: Caller, work: () => Promise<Outcome>) => {
    const network = networkOf(address);
    // The key of a counter may be a mailbox.
    const key = person && (await personalDataOf(connection).hashes('limits')).hashOf(person);
    const personCounters = key === undefined ? [] : [[calls, key] as const];
    const refusalCounters =
      key === undefined
        ? [[refusals, network] as const]
        : [[refusals, key] as const, [networkRefusals, network] as const];
    for (const [limit, key] of refusalCounters) {
      const state = await limit.get(key);
      if (state && state.consumedPoints >= limit.points) throw tooManyCalls(text, state.msBeforeNext);
    }
    const uncountPerson = () => Promise.all(personCounters.map(([limit, key]) => limit.reward(key)));
    for (const [limit, key] of personCounters) await countOrRefuse(limit, key, text);
    // A call that the network's limit refuses is not counted for the person.
    await countOrRefuse(networkCalls, network, text).catch(async (error: unknown) => {
      await uncountPerson();
      throw error;
    });
    const countRefusal = () =>
      Promise.all([
        uncountPerson(),
        networkCalls.reward(network),
        ...refusalCounters.map(([limit, key]) => countCall(limit, key)),
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
