import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fromMinorUnits } from '@kinmel/service-kit';
import { filterAndCount } from './product-filters.rules.ts';
import { ProductIndex } from './product-index.ts';
import {
  filtersOf,
  maxProductSuggestions,
  maxQuerySuggestions,
  type ProductSearch,
} from './product-search.ts';
import type { SearchEntry } from './search-entry.ts';

const minSuggestionLength = 2;
/** Remembered deletions, so that a late event cannot restore a product. */
const maxRememberedDeletions = 10_000;
const entriesPerTurn = 500;

/** Product search in process memory. */
export function createInProcessProductSearch(): ProductSearch {
  let index = new ProductIndex();
  const deletedVersions = new Map<string, number>();
  /** Set while `replaceAll` reads: concurrent changes must reach the new index too. */
  let changesDuringReload: Map<string, SearchEntry | 'removed'> | undefined;

  const versionOf = (id: string) =>
    Math.max(index.entries.get(id)?.version ?? 0, deletedVersions.get(id) ?? 0);

  return {
    get size() {
      return index.entries.size;
    },

    versionOf,

    async find(query) {
      const { text = '', sort = text.trim() ? 'relevance' : 'createdAt_desc', offset, limit } = query;
      const matching = text.trim() ? index.matching(text) : undefined;
      let candidates = matching ?? index.sortedBy(sort === 'relevance' ? 'createdAt_desc' : sort);
      if (matching && sort !== 'relevance') {
        const entries = new Set(matching);
        candidates = index.sortedBy(sort).filter((entry) => entries.has(entry));
      }
      const { matches, facets } = filterAndCount(candidates, filtersOf(query));
      return {
        ids: matches.slice(offset, offset + limit).map(({ id }) => id),
        total: matches.length,
        facets,
      };
    },

    async suggest(text) {
      if (text.trim().length < minSuggestionLength) return [];
      const products = index.matching(text).slice(0, maxProductSuggestions);
      const completions = index.completions(text).map((phrase) => phrase.text);
      const brands = [...new Set(products.map(({ brand }) => brand))].slice(0, 2);
      const queries = (completions.length > 0 ? completions : brands).slice(0, maxQuerySuggestions);
      return [
        ...queries.map((query) => ({ kind: 'query' as const, text: query })),
        ...products.map((entry) => ({
          kind: 'product' as const,
          id: entry.id,
          text: entry.name,
          category: entry.category,
          price: fromMinorUnits(entry.priceInMinorUnits),
          image: entry.image,
        })),
      ];
    },

    async put(entries) {
      for (const entry of entries) {
        if (entry.version < versionOf(entry.id)) continue;
        index.put(entry);
        changesDuringReload?.set(entry.id, entry);
      }
    },

    async remove(products) {
      for (const { id, version } of products) {
        deletedVersions.set(id, Math.max(version, deletedVersions.get(id) ?? 0));
        index.remove(id);
        changesDuringReload?.set(id, 'removed');
      }
      for (const id of deletedVersions.keys()) {
        if (deletedVersions.size <= maxRememberedDeletions) break;
        deletedVersions.delete(id);
      }
    },

    async replaceAll(entries) {
      const newIndex = new ProductIndex();
      const changes = new Map<string, SearchEntry | 'removed'>();
      changesDuringReload = changes;
      try {
        let count = 0;
        for await (const entry of entries) {
          if ((deletedVersions.get(entry.id) ?? 0) >= entry.version) continue;
          newIndex.put(entry);
          count += 1;
          if (count % entriesPerTurn === 0) await yieldToEventLoop();
        }
        for (const [id, change] of changes) {
          if (change === 'removed') newIndex.remove(id);
          else if (change.version >= (newIndex.entries.get(id)?.version ?? 0)) newIndex.put(change);
        }
        index = newIndex;
      } finally {
        if (changesDuringReload === changes) changesDuringReload = undefined;
      }
    },
  };
}
