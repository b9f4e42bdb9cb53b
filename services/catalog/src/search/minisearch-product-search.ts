import type { Facets, ProductSort, Suggestion } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { ProductFindings, ProductQuestion, ProductSearch, SearchEntry } from './product-search.ts';
import { searchTerms } from './search-terms.rules.ts';

/** How a category is called in a suggestion; the shop's pages have the same words. */
const categoryWords = {
  smartphone: 'smartphone phone mobile',
  laptop: 'laptop notebook computer',
  watch: 'watch smartwatch wearable',
  earphones: 'earphones earbuds headphones audio',
  premiumsmartphones: 'premium smartphone phone mobile flagship',
  galaxyproducts: 'galaxy samsung products',
} as const satisfies Record<SearchEntry['category'], string>;

const maxQuerySuggestions = 4;
const maxProductSuggestions = 5;
/** Deletions that are remembered, so that a late event cannot bring a product back. */
const maxRemembered = 10_000;
const entriesPerBreath = 500;

interface Entry extends SearchEntry {
  readonly brandKey: string;
  readonly nameKey: string;
  readonly createdAtMs: number;
  readonly saving: number;
}

type Compare = (left: Entry, right: Entry) => number;

const newestFirst: Compare = (left, right) =>
  right.createdAtMs - left.createdAtMs || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);

const compareBy: Record<Exclude<ProductSort, 'relevance'>, Compare> = {
  createdAt_desc: newestFirst,
  price_asc: (left, right) => left.priceInMinorUnits - right.priceInMinorUnits || newestFirst(left, right),
  price_desc: (left, right) => right.priceInMinorUnits - left.priceInMinorUnits || newestFirst(left, right),
  name_asc: (left, right) =>
    (left.nameKey < right.nameKey ? -1 : left.nameKey > right.nameKey ? 1 : 0) || newestFirst(left, right),
  discount_desc: (left, right) => right.saving - left.saving || newestFirst(left, right),
};

function createTextIndex(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    fields: ['name', 'brand', 'category', 'specs', 'description'],
    extractField: (entry, field) => {
      if (field === 'id') return entry.id;
      if (field === 'category') return `${entry.category} ${categoryWords[entry.category]}`;
      if (field === 'specs') return Object.values(entry.specs).join(' ');
      return String(entry[field as 'name' | 'brand' | 'description']);
    },
    tokenize: searchTerms,
    processTerm: (term) => term,
  });
}

const ranking: SearchOptions = {
  boost: { name: 6, brand: 4, category: 3, specs: 1.5, description: 1 },
  weights: { prefix: 0.5, fuzzy: 0.25 },
  combineWith: 'AND',
};

/** One letter begins half of all words, so it has to be a word of its own. */
const beginnings = (term: string) => term.length >= 2;

/** One wrong letter in a word of four to seven, two in a longer one; numbers are model names and stay exact. */
const typos = (term: string) => (term.length < 4 || /^\p{N}/u.test(term) ? false : term.length < 8 ? 1 : 2);

/**
 * Exact words and beginnings are tried first, because they cost little and are what most people type. Only when
 * they find nothing are typos forgiven, and only then is it enough that a part of the words fits.
 */
const attempts: readonly SearchOptions[] = [
  { ...ranking, prefix: beginnings },
  { ...ranking, prefix: beginnings, fuzzy: typos },
  { ...ranking, prefix: beginnings, fuzzy: typos, combineWith: 'OR' },
];

function toEntry(entry: SearchEntry): Entry {
  const { priceInMinorUnits: price, oldPriceInMinorUnits: oldPrice } = entry;
  return {
    ...entry,
    brandKey: entry.brand.toLowerCase(),
    nameKey: entry.name.toLowerCase(),
    createdAtMs: entry.createdAt.getTime(),
    saving: oldPrice !== null && oldPrice > price ? (oldPrice - price) / oldPrice : 0,
  };
}

interface FilterQuestion {
  readonly categories: ReadonlySet<string> | undefined;
  readonly brands: ReadonlySet<string> | undefined;
  readonly min: number;
  readonly max: number;
  readonly inStock: boolean | undefined;
}

const filtersOf = (question: ProductQuestion): FilterQuestion => ({
  categories: question.categories?.length ? new Set<string>(question.categories) : undefined,
  brands: question.brands?.length ? new Set(question.brands.map((brand) => brand.toLowerCase())) : undefined,
  min: question.minPriceInMinorUnits ?? 0,
  max: question.maxPriceInMinorUnits ?? Number.POSITIVE_INFINITY,
  inStock: question.inStock,
});

/**
 * Filters and counts in one pass: what fails no filter is found and counts everywhere; what fails exactly one
 * counts only in the facet of that filter, so that each facet shows what its own further choices would give.
 */
function filterAndCount(candidates: readonly Entry[], filters: FilterQuestion) {
  const found: Entry[] = [];
  const categories = new Map<string, number>();
  const brands = new Map<string, { value: string; count: number }>();
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  let inStock = 0;
  for (const entry of candidates) {
    const failsCategory = filters.categories !== undefined && !filters.categories.has(entry.category);
    const failsBrand = filters.brands !== undefined && !filters.brands.has(entry.brandKey);
    const failsPrice = entry.priceInMinorUnits < filters.min || entry.priceInMinorUnits > filters.max;
    const failsStock = filters.inStock !== undefined && filters.inStock !== entry.inStock;
    const fails = Number(failsCategory) + Number(failsBrand) + Number(failsPrice) + Number(failsStock);
    if (fails > 1) continue;
    if (fails === 0) found.push(entry);
    if (fails === 0 || failsCategory)
      categories.set(entry.category, (categories.get(entry.category) ?? 0) + 1);
    if (fails === 0 || failsBrand) {
      const brand = brands.get(entry.brandKey);
      if (brand) brand.count += 1;
      else brands.set(entry.brandKey, { value: entry.brand, count: 1 });
    }
    if (fails === 0 || failsPrice) {
      if (entry.priceInMinorUnits < lowest) lowest = entry.priceInMinorUnits;
      if (entry.priceInMinorUnits > highest) highest = entry.priceInMinorUnits;
    }
    if ((fails === 0 || failsStock) && entry.inStock) inStock += 1;
  }
  const mostFirst = (left: { value: string; count: number }, right: { value: string; count: number }) =>
    right.count - left.count || (left.value < right.value ? -1 : 1);
  const facets: Facets = {
    category: [...categories].map(([value, count]) => ({ value, count })).sort(mostFirst),
    brand: [...brands.values()].sort(mostFirst),
    price: {
      min: Number.isFinite(lowest) ? fromMinorUnits(lowest) : 0,
      max: fromMinorUnits(highest),
    },
    inStock,
  };
  return { found, facets };
}

/** Everything that is derived from one state of the entries; thrown away with the next change. */
class Shelf {
  readonly entries = new Map<string, Entry>();
  readonly text = createTextIndex();
  readonly #sorted = new Map<string, readonly Entry[]>();
  #facetsOfAll: Facets | undefined;
  #phrases: readonly { key: string; text: string; count: number }[] | undefined;

  put(entry: Entry): void {
    if (this.entries.has(entry.id)) this.text.replace(entry);
    else this.text.add(entry);
    this.entries.set(entry.id, entry);
    this.#forget();
  }

  remove(id: string): void {
    if (!this.entries.delete(id)) return;
    this.text.discard(id);
    this.#forget();
  }

  sortedBy(sort: Exclude<ProductSort, 'relevance'>): readonly Entry[] {
    let sorted = this.#sorted.get(sort);
    if (!sorted) {
      sorted = [...this.entries.values()].sort(compareBy[sort]);
      this.#sorted.set(sort, sorted);
    }
    return sorted;
  }

  facetsOfAll(): Facets {
    this.#facetsOfAll ??= filterAndCount(
      this.sortedBy('createdAt_desc'),
      filtersOf({ offset: 0, limit: 0 }),
    ).facets;
    return this.#facetsOfAll;
  }

  /** The hits in order of relevance. */
  matching(text: string): Entry[] {
    for (const attempt of attempts) {
      const hits = this.text.search(text, attempt);
      if (hits.length === 0) continue;
      const entries: { entry: Entry; score: number }[] = [];
      for (const hit of hits) {
        const entry = this.entries.get(String(hit.id));
        if (entry) entries.push({ entry, score: hit.score });
      }
      entries.sort((left, right) => right.score - left.score || newestFirst(left.entry, right.entry));
      return entries.map(({ entry }) => entry);
    }
    return [];
  }

  /** Searches worth completing, in alphabetical order of their keys: brands and the beginnings of names. */
  phrases(): readonly { key: string; text: string; count: number }[] {
    if (this.#phrases) return this.#phrases;
    const counted = new Map<string, { text: string; count: number }>();
    for (const entry of this.entries.values()) {
      const nameWords = entry.name.split(/\s+/);
      const own = new Set([entry.brand, ...[1, 2, 3].map((count) => nameWords.slice(0, count).join(' '))]);
      for (const text of own) {
        const key = phraseKey(text);
        if (key.length < 2) continue;
        const kept = counted.get(key);
        if (kept) kept.count += 1;
        else counted.set(key, { text, count: 1 });
      }
    }
    this.#phrases = [...counted]
      .map(([key, { text, count }]) => ({ key, text, count }))
      .sort((left, right) => (left.key < right.key ? -1 : 1));
    return this.#phrases;
  }

  #forget(): void {
    this.#sorted.clear();
    this.#facetsOfAll = undefined;
    this.#phrases = undefined;
  }
}

const phraseKey = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean).join(' ');

/** The first place in a sorted list whose key is not before the given one. */
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

/** Product search in the memory of this process (MiniSearch). About 3 kB a product, a search of 10,000 in about a millisecond. */
export function createMiniSearchProductSearch(): ProductSearch {
  let shelf = new Shelf();
  const removed = new Map<string, number>();
  /** Set while `replaceAll` reads: what changes meanwhile must reach the new shelf too. */
  let missed: Map<string, Entry | 'removed'> | undefined;

  const versionOf = (id: string) => Math.max(shelf.entries.get(id)?.version ?? 0, removed.get(id) ?? 0);

  const completedQueries = (text: string): Suggestion[] => {
    const key = phraseKey(text);
    const phrases = shelf.phrases();
    const found: { text: string; count: number }[] = [];
    for (let place = lowerBound(phrases, key); place < phrases.length; place += 1) {
      const phrase = phrases[place];
      if (!phrase?.key.startsWith(key)) break;
      found.push(phrase);
    }
    found.sort((left, right) => right.count - left.count || left.text.length - right.text.length);
    return found.slice(0, maxQuerySuggestions).map((phrase) => ({ kind: 'query', text: phrase.text }));
  };

  return {
    get size() {
      return shelf.entries.size;
    },

    versionOf,

    async find(question): Promise<ProductFindings> {
      const text = question.text?.trim() ?? '';
      const sort = question.sort ?? (text ? 'relevance' : 'createdAt_desc');
      const { offset, limit } = question;
      const isUnfiltered =
        !question.categories?.length &&
        !question.brands?.length &&
        question.minPriceInMinorUnits === undefined &&
        question.maxPriceInMinorUnits === undefined &&
        question.inStock === undefined;
      let candidates: readonly Entry[];
      if (!text) candidates = shelf.sortedBy(sort === 'relevance' ? 'createdAt_desc' : sort);
      else {
        const matching = shelf.matching(text);
        candidates = sort === 'relevance' ? matching : matching.sort(compareBy[sort]);
      }
      const { found, facets } =
        !text && isUnfiltered
          ? { found: candidates, facets: shelf.facetsOfAll() }
          : filterAndCount(candidates, filtersOf(question));
      return {
        ids: found.slice(offset, offset + limit).map(({ id }) => id),
        total: found.length,
        facets,
      };
    },

    async suggest(text): Promise<Suggestion[]> {
      const typed = text.trim();
      if (searchTerms(typed).length === 0 && phraseKey(typed).length < 2) return [];
      const products = shelf.matching(typed).slice(0, maxProductSuggestions);
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
      for (const given of entries) {
        if (given.version < versionOf(given.id)) continue;
        const entry = toEntry(given);
        shelf.put(entry);
        missed?.set(entry.id, entry);
      }
    },

    async remove(products) {
      for (const { id, version } of products) {
        removed.set(id, Math.max(version, removed.get(id) ?? 0));
        shelf.remove(id);
        missed?.set(id, 'removed');
      }
      for (const id of removed.keys()) {
        if (removed.size <= maxRemembered) break;
        removed.delete(id);
      }
    },

    async replaceAll(entries) {
      const next = new Shelf();
      const changes = new Map<string, Entry | 'removed'>();
      missed = changes;
      try {
        let count = 0;
        for await (const given of entries) {
          if ((removed.get(given.id) ?? 0) >= given.version) continue;
          next.put(toEntry(given));
          count += 1;
          // Requests are answered between two portions, from the entries of before.
          if (count % entriesPerBreath === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        for (const [id, change] of changes) {
          if (change === 'removed') next.remove(id);
          else if (change.version >= (next.entries.get(id)?.version ?? 0)) next.put(change);
        }
        shelf = next;
      } finally {
        if (missed === changes) missed = undefined;
      }
    },
  };
}
