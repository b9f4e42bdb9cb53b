import type { Suggestion } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { type Phrase, ProductIndex, phraseKey } from './product-index.ts';
import { isUnfiltered, type ProductSearch, type SearchEntry, type SearchResult } from './product-search.ts';
import { closestPhrases } from './words/closest-phrases.rules.ts';
import { searchTerms } from './words/search-terms.rules.ts';

const maxQuerySuggestions = 4;
const maxProductSuggestions = 5;
/** Deletions that are remembered, so that a late event cannot bring a product back. */
const maxRemembered = 10_000;
const entriesPerBreath = 500;

/** Requests are answered between two portions of a long work. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));

async function readAllWords(index: ProductIndex): Promise<void> {
  while (index.readWords(entriesPerBreath) > 0) await breathe();
}

/** The first position in a sorted list whose key is not before the given one. */
function lowerBound(list: readonly { key: string }[], key: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Product search in the memory of this process; a search of 10,000 products takes about a millisecond. */
export function createInProcessProductSearch(): ProductSearch {
  let index = new ProductIndex();
  const removed = new Map<string, number>();
  /** Set while `replaceAll` reads: what changes meanwhile must reach the new index too. */
  let missed: Map<string, SearchEntry | 'removed'> | undefined;

  const versionOf = (id: string) => Math.max(index.entries.get(id)?.version ?? 0, removed.get(id) ?? 0);

  const completedQueries = (text: string): Suggestion[] => {
    const key = phraseKey(text);
    const phrases = index.phrases();
    let found: Phrase[] = [];
    for (let position = lowerBound(phrases, key); position < phrases.length; position += 1) {
      const phrase = phrases[position];
      if (!phrase?.key.startsWith(key)) break;
      found.push(phrase);
    }
    if (found.length === 0) found = closestPhrases(key, phrases);
    found.sort((left, right) => right.count - left.count || left.text.length - right.text.length);
    return found.slice(0, maxQuerySuggestions).map((phrase) => ({ kind: 'query', text: phrase.text }));
  };

  return {
    get size() {
      return index.entries.size;
    },

    versionOf,

    async find(query): Promise<SearchResult> {
      const text = query.text?.trim() ?? '';
      const sort = query.sort ?? (text ? 'relevance' : 'createdAt_desc');
      const { offset, limit } = query;
      const end = offset + limit;
      if (!text) {
        const all = index.sortedBy(sort === 'relevance' ? 'createdAt_desc' : sort);
        if (isUnfiltered(query)) {
          return { ids: index.idsAt(all, offset, end), total: all.length, facets: index.facetsOfAll() };
        }
        const { ordinals, total, facets } = index.filterAndCount(index.within(all, query.ids), query);
        return { ids: index.idsAt(ordinals, offset, Math.min(end, total)), total, facets };
      }
      const { ordinals: candidates, scores } = index.matching(text);
      const found = index.filterAndCount(index.within(candidates, query.ids), query);
      const ordered =
        sort === 'relevance'
          ? index.best(found.ordinals, found.total, end, scores)
          : index.inOrder(found, sort);
      return { ids: index.idsAt(ordered, offset, end), total: found.total, facets: found.facets };
    },

    async suggest(text): Promise<Suggestion[]> {
      const typed = text.trim();
      if (searchTerms(typed).length === 0 && phraseKey(typed).length < 2) return [];
      const { ordinals, scores } = index.matching(typed);
      const products = index.entriesAt(index.best(ordinals, ordinals.length, maxProductSuggestions, scores));
      let queries = completedQueries(typed);
      if (queries.length === 0) {
        const meant = [...new Set(products.map(({ brand }) => brand))];
        queries = meant.slice(0, 2).map((brand) => ({ kind: 'query', text: brand }));
      }
      return [
        ...queries,
        ...products.map(
          (entry): Suggestion => ({
            kind: 'product',
            id: entry.id,
            text: entry.name,
            category: entry.category,
            price: fromMinorUnits(entry.priceInMinorUnits),
            image: entry.image,
          }),
        ),
      ];
    },

    async put(entries) {
      for (const entry of entries) {
        if (entry.version < versionOf(entry.id)) continue;
        index.put(entry);
        missed?.set(entry.id, entry);
      }
    },

    async remove(products) {
      for (const { id, version } of products) {
        removed.set(id, Math.max(version, removed.get(id) ?? 0));
        index.remove(id);
        missed?.set(id, 'removed');
      }
      for (const id of removed.keys()) {
        if (removed.size <= maxRemembered) break;
        removed.delete(id);
      }
    },

    async replaceAll(entries) {
      const next = new ProductIndex();
      const isFirst = index.entries.size === 0;
      const changes = new Map<string, SearchEntry | 'removed'>();
      missed = changes;
      try {
        let count = 0;
        for await (const given of entries) {
          if ((removed.get(given.id) ?? 0) >= given.version) continue;
          next.put(given);
          count += 1;
          if (count % entriesPerBreath === 0) await breathe();
        }
        // A shop that has just started shows its lists first; one that runs goes on with the words of before.
        if (!isFirst) await readAllWords(next);
        for (const [id, change] of changes) {
          if (change === 'removed') next.remove(id);
          else if (change.version >= (next.entries.get(id)?.version ?? 0)) next.put(change);
        }
        index = next;
        if (isFirst) void readAllWords(next);
      } finally {
        if (missed === changes) missed = undefined;
      }
    },
  };
}
