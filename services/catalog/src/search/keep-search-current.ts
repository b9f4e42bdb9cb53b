import { setTimeout as pause } from 'node:timers/promises';
import { productCreated, productDeleted, productUpdated, stockChanged } from '@kinmel/contracts';
import type { Bus, Logger, Stop } from '@kinmel/service-kit';
import type { ProductSearch } from './product-search.ts';
import { type SearchedProduct, searchEntryOf } from './search-entry.ts';

/** Where the index reads products from. */
export interface SearchSource {
  all(): AsyncIterable<SearchedProduct>;
  findMany(ids: readonly string[]): Promise<SearchedProduct[]>;
}

export interface KeepSearchCurrentOptions {
  readonly search: ProductSearch;
  readonly source: SearchSource;
  readonly bus: Bus;
  readonly logger: Logger;
  /** First pause before a failed read is retried. */
  readonly retryMs?: number;
}

const idsPerRead = 500;
const longestRetryMs = 10_000;

/**
 * Keeps the index equal to the database: reads everything at start and whenever events may have been missed, and single
 * products after each event. Events only name what changed, so that their order and repetition do not matter.
 */
export function keepSearchCurrent({ search, source, bus, logger, retryMs = 250 }: KeepSearchCurrentOptions) {
  const dirty = new Map<string, number>();
  const ending = new AbortController();
  let needsAll = false;
  let working: Promise<void> | undefined;
  let stopListening: Stop | undefined;
  let failures = 0;

  async function* entries() {
    for await (const product of source.all()) yield searchEntryOf(product);
  }

  async function loadAll(): Promise<void> {
    await search.replaceAll(entries());
  }

  async function readAgain(portion: ReadonlyMap<string, number>): Promise<void> {
    const ids = [...portion.keys()];
    // Removed before reading, so that later changes are read again.
    for (const id of ids) dirty.delete(id);
    // A device is found by its product.
    const products = (await source.findMany(ids)).filter(({ device }) => device === undefined);
    await search.put(products.map(searchEntryOf));
    const gone = new Set(ids);
    for (const { id } of products) gone.delete(id);
    await search.remove(
      [...gone].map((id) => ({ id, version: Math.max(search.versionOf(id), portion.get(id) ?? 0) })),
    );
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted && (needsAll || dirty.size > 0)) {
      const isWhole = needsAll;
      const portion = new Map([...dirty].slice(0, idsPerRead));
      needsAll = false;
      try {
        if (isWhole) await loadAll();
        else await readAgain(portion);
        failures = 0;
      } catch (error) {
        if (isWhole) needsAll = true;
        else for (const [id, version] of portion) dirty.set(id, Math.max(version, dirty.get(id) ?? 0));
        failures += 1;
        logger.warn({ err: error, failures }, 'the search index could not be updated');
        await pause(Math.min(retryMs * 2 ** failures, longestRetryMs), undefined, {
          signal: ending.signal,
        }).catch(() => undefined);
      }
    }
  }

  function wake(): void {
    if (working || ending.signal.aborted) return;
    // Batches changes of the same turn of the event loop.
    working = new Promise((resolve) => setImmediate(resolve)).then(work).finally(() => {
      working = undefined;
      if (needsAll || dirty.size > 0) wake();
    });
  }

  function markChanged(id: string, version: number): void {
    dirty.set(id, Math.max(version, dirty.get(id) ?? 0));
    wake();
  }

  return {
    /** Resolves when the index is complete; the service is not ready before. */
    async start(): Promise<void> {
      const types = [productCreated, productUpdated, productDeleted, stockChanged].map(({ type }) => type);
      // Subscribes first, so that changes during the initial read are read again.
      stopListening = await bus.broadcast(
        types,
        (event) => {
          // Skips this instance's own writes.
          if (search.versionOf(event.aggregateId) < event.aggregateVersion)
            markChanged(event.aggregateId, event.aggregateVersion);
        },
        () => {
          needsAll = true;
          wake();
        },
      );
      await loadAll();
    },
    /** Schedules changed products to be read again, several in one call. */
    changed(ids: readonly string[]): void {
      for (const id of ids) markChanged(id, 0);
    },
    /** Resolves when nothing is scheduled. */
    async settle(): Promise<void> {
      while (working) await working;
    },
    /** `ok`, or why the index may be outdated. */
    health: (): string => (failures > 0 ? 'the index is older than the database' : 'ok'),
    async stop(): Promise<void> {
      ending.abort();
      await stopListening?.();
      await working;
    },
  };
}
