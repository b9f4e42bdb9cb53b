import { createCircuit, type Logger } from '@kinmel/service-kit';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import type { RedisStore } from 'rate-limit-redis';

export interface SharedCountsOptions {
  readonly logger: Logger;
  /** Called for each request that was counted in memory. */
  readonly onCountedLocally?: () => void;
  /** How long a request waits for its count. Milliseconds. */
  readonly countMs?: number | undefined;
}

/** How long a start waits for the connection. Milliseconds. */
const connectMs = 2_000;

/** One failure opens the circuit, as each costs a visitor the whole wait. Redis is tried again after a second. */
const circuitLimits = { volumeThreshold: 1, errorThresholdPercent: 1, resetMs: 1_000 };

/**
 * Rate limit counts that several gateways share. Loads the client and connects. Works without Redis, now or later: that
 * is logged once, and Redis is used when it is back.
 */
export async function openSharedCounts(
  url: string,
  { logger, onCountedLocally = () => undefined, countMs = 100 }: SharedCountsOptions,
) {
  // Imported here, so that a gateway without Redis does not load it.
  const [{ Redis: Client }, { RedisStore: CountStore }] = await Promise.all([
    import('ioredis'),
    import('rate-limit-redis'),
  ]);
  const client = new Client(url, {
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
  const say = (together: boolean, err?: unknown) => {
    if (together === isShared) return;
    isShared = together;
    if (together) logger.info('rate limits are counted in Redis again');
    else logger.warn({ err }, 'Redis does not answer: each gateway counts rate limits in its own memory');
  };
  const circuit = createCircuit('redis', {
    ...circuitLimits,
    refusal: (reason) => new Error(`Redis is not used: ${reason}`),
  });
  const counted = {
    run: async <Result>(inRedis: () => Promise<Result>, locally: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await circuit.run(inRedis);
        say(true);
        return result;
      } catch (error) {
        say(false, error);
        onCountedLocally();
        return locally();
      }
    },
  };
  return {
    /** The store of one limit. While Redis does not answer, counts are kept in memory. */
    storeOf: (limit: string): Store =>
      new SharedStore(
        new CountStore({ prefix: `kinmel:${limit}:`, sendCommand: commandsOf(client) }),
        counted,
      ),
    close: () => {
      circuit.shutdown();
      client.disconnect();
    },
  };
}

const commandsOf =
  (client: Redis) =>
  async (command: string, ...args: string[]) =>
    // The scripts of the store return numbers, strings and lists of them.
    (await client.call(command, ...args)) as number | string | (number | string)[];

interface Counted {
  /** Counts in Redis, or in memory when that fails. */
  run<Result>(inRedis: () => Promise<Result>, locally: () => Promise<Result>): Promise<Result>;
}

class SharedStore implements Store {
  readonly #shared: RedisStore;
  readonly #local = new MemoryStore();
  readonly #counted: Counted;
  #options: Options | undefined;
  #loading: Promise<void> | undefined;

  constructor(shared: RedisStore, counted: Counted) {
    this.#shared = shared;
    this.#counted = counted;
  }

  init(options: Options): void {
    this.#options = options;
    this.#local.init(options);
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#counted.run(
      () => this.#inRedis(() => this.#shared.increment(key)),
      () => this.#local.increment(key),
    );
  }

  async decrement(key: string): Promise<void> {
    await this.#counted.run(
      () => this.#inRedis(() => this.#shared.decrement(key)),
      () => this.#local.decrement(key),
    );
  }

  async resetKey(key: string): Promise<void> {
    await this.#local.resetKey(key);
    await this.#inRedis(() => this.#shared.resetKey(key));
  }

  shutdown(): void {
    this.#local.shutdown();
  }

  /** The library caches a failed loading of its scripts; here they are loaded again. */
  async #inRedis<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      this.#loading ??= this.#load();
      await this.#loading;
      return await work();
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async #load(): Promise<void> {
    if (this.#options === undefined) throw new Error('No limit uses this store.');
    await this.#shared.init(this.#options);
  }
}
