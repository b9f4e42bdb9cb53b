import { createCircuit, type Logger } from '@kinmel/service-kit';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import type { RedisStore } from 'rate-limit-redis';

/** Where several gateways count together. */
export interface SharedCounts {
  /** The counts of one limit. While Redis cannot be asked this instance counts by itself. */
  readonly storeOf: (limit: string) => Store;
  close(): void;
}

export interface SharedCountsOptions {
  readonly logger: Logger;
  /** Called for each request that this instance counted by itself. */
  readonly onCountedAlone?: () => void;
  /** So long a request waits for its count; milliseconds. */
  readonly countMs?: number | undefined;
}

/** So long a start waits for its connection; milliseconds. */
const connectMs = 2_000;

/** One failure among many is enough: each costs its visitor the whole wait. Redis is tried again after a second. */
const circuitLimits = { volumeThreshold: 1, errorThresholdPercent: 1, resetMs: 1_000 };

/** Loads the client and connects. A Redis that is away, now or later, stops nothing: it is in the log once, and used when it is back. */
export async function openSharedCounts(
  url: string,
  { logger, onCountedAlone = () => undefined, countMs = 100 }: SharedCountsOptions,
): Promise<SharedCounts> {
  // Here and not above: who runs one gateway alone loads none of it.
  const [{ Redis: Client }, { RedisStore: CountStore }] = await Promise.all([
    import('ioredis'),
    import('rate-limit-redis'),
  ]);
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    commandTimeout: countMs,
    // What cannot be asked now is counted here, and must not be counted there later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Without a listener each attempt would be printed; what it means is said below.
  client.on('error', () => undefined);
  await client.connect().catch(() => undefined);

  let isTogether = true;
  const say = (together: boolean, err?: unknown) => {
    if (together === isTogether) return;
    isTogether = together;
    if (together) logger.info('rate limits are counted in Redis again');
    else logger.warn({ err }, 'Redis cannot be asked: each gateway counts its rate limits by itself');
  };
  const circuit = createCircuit('redis', {
    ...circuitLimits,
    refusal: (reason) => new Error(`Redis is not asked: ${reason}`),
  });
  const counted = {
    run: async <Result>(inRedis: () => Promise<Result>, alone: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await circuit.run(inRedis);
        say(true);
        return result;
      } catch (error) {
        say(false, error);
        onCountedAlone();
        return alone();
      }
    },
  };
  return {
    storeOf: (limit) =>
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
    // What the scripts of the store answer: numbers, strings and lists of them.
    (await client.call(command, ...args)) as number | string | (number | string)[];

interface Counted {
  /** Asks Redis, or counts alone when that fails. */
  run<Result>(inRedis: () => Promise<Result>, alone: () => Promise<Result>): Promise<Result>;
}

class SharedStore implements Store {
  readonly #shared: RedisStore;
  readonly #alone = new MemoryStore();
  readonly #counted: Counted;
  #options: Options | undefined;
  #loading: Promise<void> | undefined;

  constructor(shared: RedisStore, counted: Counted) {
    this.#shared = shared;
    this.#counted = counted;
  }

  init(options: Options): void {
    this.#options = options;
    this.#alone.init(options);
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#counted.run(
      () => this.#inRedis(() => this.#shared.increment(key)),
      () => this.#alone.increment(key),
    );
  }

  async decrement(key: string): Promise<void> {
    await this.#counted.run(
      () => this.#inRedis(() => this.#shared.decrement(key)),
      () => this.#alone.decrement(key),
    );
  }

  async resetKey(key: string): Promise<void> {
    await this.#alone.resetKey(key);
    await this.#inRedis(() => this.#shared.resetKey(key));
  }

  shutdown(): void {
    this.#alone.shutdown();
  }

  /** The store loads its scripts when it is first asked, and after a failure anew: it keeps a loading that failed for ever. */
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
