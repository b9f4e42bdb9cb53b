import { countCall, createCircuit, type Logger } from '@kinmel/service-kit';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** Counts one request. */
export type Counter = (key: string) => ReturnType<typeof countCall>;

/** Creates the counter of a limit of `points` requests per key and minute. */
export type CounterOf = (limit: string, points: number) => Counter;

const duration = 60;

/** Counts in the memory of this process. */
export const counterInMemory: CounterOf = (keyPrefix, points) => {
  const limiter = new RateLimiterMemory({ keyPrefix, points, duration });
  return (key) => countCall(limiter, key);
};

/** How long a start waits for the connection. Milliseconds. */
const connectMs = 2_000;

/** One failure opens the circuit, because each costs a visitor the whole wait. Redis is retried after a second. */
const circuitLimits = { volumeThreshold: 1, errorThresholdPercent: 1, resetMs: 1_000 };

/**
 * Rate limit counts that several gateways share. Loads the client and connects. Works while Redis is unavailable, which
 * is logged once; Redis is used again when it answers.
 * @param onCountedLocally called for each request that was counted in memory
 * @param countMs how long a request waits for its count
 */
export async function openSharedCounts(
  url: string,
  logger: Logger,
  onCountedLocally: () => void,
  countMs: number,
) {
  // Imported here, so that a gateway without Redis does not load it.
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    commandTimeout: countMs,
    // A failed command was counted in memory and must not be repeated.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Without a listener each attempt would be printed; the outcome is logged below.
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);

  let isShared = true;
  const noteSharing = (isRedisUsed: boolean, err?: unknown) => {
    if (isRedisUsed === isShared) return;
    isShared = isRedisUsed;
    if (isRedisUsed) logger.info('rate limits are counted in Redis again');
    else logger.warn({ err }, 'Redis does not answer: each gateway counts rate limits in its own memory');
  };
  const circuit = createCircuit('redis', {
    ...circuitLimits,
    refusal: (reason) => new Error(`Redis is not used: ${reason}`),
  });
  /** While Redis does not answer, counts are kept in memory. */
  const counterOf: CounterOf = (limit, points) => {
    const redisLimiter = new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `kinmel:${limit}`,
      points,
      duration,
    });
    const countLocally = counterInMemory(limit, points);
    return async (key) => {
      try {
        const result = await circuit.run(() => countCall(redisLimiter, key));
        noteSharing(true);
        return result;
      } catch (error) {
        noteSharing(false, error);
        onCountedLocally();
        return countLocally(key);
      }
    };
  };
  return {
    counterOf,
    close: () => {
      circuit.shutdown();
      client.disconnect();
    },
  };
}
