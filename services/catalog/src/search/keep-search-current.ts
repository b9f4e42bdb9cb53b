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
  const changedVersions = new Map<string, number>();
  const stopController = new AbortController();
  let needsFullReload = false;
  let currentWork: Promise<void> | undefined;
  let stopListening: Stop | undefined;
  let failures = 0;

  async function* entries() {
    for await (const product of source.all()) yield searchEntryOf(product);
  }

  async function loadAll(): Promise<void> {
    await search.replaceAll(entries());
  }

  async function reload(batch: ReadonlyMap<string, number>): Promise<void> {
    const ids = [...batch.keys()];
    // Removed before reading, so that later changes are read again.
    for (const id of ids) changedVersions.delete(id);
    // Devices are not indexed: a search finds the product that they are pieces of.
    const products = (await source.findMany(ids)).filter(({ device }) => device === undefined);
    await search.put(products.map(searchEntryOf));
    const missingIds = new Set(ids);
    for (const { id } of products) missingIds.delete(id);
    await search.remove(
      [...missingIds].map((id) => ({ id, version: Math.max(search.versionOf(id), batch.get(id) ?? 0) })),
    );
  }

  async function work(): Promise<void> {
    while (!stopController.signal.aborted && (needsFullReload || changedVersions.size > 0)) {
      const isFullReload = needsFullReload;
      const batch = new Map([...changedVersions].slice(0, idsPerRead));
      needsFullReload = false;
      try {
        if (isFullReload) await loadAll();
        else await reload(batch);
        failures = 0;
      } catch (error) {
        if (isFullReload) needsFullReload = true;
        else
          for (const [id, version] of batch)
            changedVersions.set(id, Math.max(version, changedVersions.get(id) ?? 0));
        failures += 1;
        logger.warn({ err: error, failures }, 'the search index could not be updated');
        await pause(Math.min(retryMs * 2 ** failures, longestRetryMs), undefined, {
          signal: stopController.signal,
        }).catch(() => undefined);
      }
    }
  }

  function wake(): void {
    if (currentWork || stopController.signal.aborted) return;
    // Batches changes of the same turn of the event loop.
    currentWork = new Promise((resolve) => setImmediate(resolve)).then(work).finally(() => {
      currentWork = undefined;
      if (needsFullReload || changedVersions.size > 0) wake();
    });
  }

  function markChanged(id: string, version: number): void {
    changedVersions.set(id, Math.max(version, changedVersions.get(id) ?? 0));
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
          needsFullReload = true;
          wake();
        },
      );
      await loadAll();
    },
    /** Schedules changed products to be read again, several in one call. */
    scheduleReload(ids: readonly string[]): void {
      for (const id of ids) markChanged(id, 0);
    },
    /** Resolves when nothing is scheduled. */
    async settle(): Promise<void> {
      while (currentWork) await currentWork;
    },
    /** `ok`, or why the index may be outdated. */
    health: (): string => (failures > 0 ? 'the index is older than the database' : 'ok'),
    async stop(): Promise<void> {
      stopController.abort();
      await stopListening?.();
      await currentWork;
    },
  };
}
