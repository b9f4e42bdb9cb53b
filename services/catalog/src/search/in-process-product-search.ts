import { type Facets, type ProductSort, productCategories, type Suggestion } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { closestPhrases } from './closest-phrases.rules.ts';
import type { ProductFindings, ProductQuestion, ProductSearch, SearchEntry } from './product-search.ts';
import { searchTerms } from './search-terms.rules.ts';
import { TextIndex } from './text-index.ts';

/** How a category is called in a suggestion; the shop's pages have the same words. */
const categoryWords = {
  smartphone: 'smartphone phone mobile',
  laptop: 'laptop notebook computer',
  watch: 'watch smartwatch wearable',
  earphones: 'earphones earbuds headphones audio',
  premiumsmartphones: 'premium smartphone phone mobile flagship',
  galaxyproducts: 'galaxy samsung products',
} as const satisfies Record<SearchEntry['category'], string>;

/** Of two equally fitting products the one that can be bought comes first. */
const soldOutWeight = 0.9;
const maxQuerySuggestions = 4;
const maxProductSuggestions = 5;
/** Deletions that are remembered, so that a late event cannot bring a product back. */
const maxRemembered = 10_000;
const entriesPerBreath = 500;

interface Entry extends SearchEntry {
  readonly brandNumber: number;
  readonly categoryNumber: number;
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

/** SIL-09, SIL-54: what a word counts by where it stands. */
const weightedTexts = (entry: SearchEntry) => [
  { text: entry.name, weight: 6 },
  { text: entry.brand, weight: 4 },
  { text: `${entry.category} ${categoryWords[entry.category]}`, weight: 3 },
  { text: Object.values(entry.specs).join(' '), weight: 1.5 },
  { text: entry.description, weight: 1 },
];

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
 * Everything that is derived from one state of the entries. Brands and categories have numbers here, so that
 * counting thousands of hits touches no text.
 */
class Shelf {
  readonly entries = new Map<string, Entry>();
  #text = new TextIndex();
  /** Entry by place in the text index. */
  #placed: (Entry | undefined)[] = [];
  readonly #places = new Map<string, number>();
  readonly #brandNumbers = new Map<string, number>();
  readonly #brandNames: string[] = [];
  readonly #sorted = new Map<string, readonly Entry[]>();
  #facetsOfAll: Facets | undefined;
  #phrases: readonly { key: string; text: string; count: number }[] | undefined;

  put(given: SearchEntry): void {
    const before = this.entries.get(given.id);
    const entry = this.#toEntry(given);
    const place = this.#places.get(entry.id);
    if (before && place !== undefined && hasSameWords(before, entry)) this.#placed[place] = entry;
    else {
      this.#unplace(entry.id);
      this.#place(entry);
    }
    this.entries.set(entry.id, entry);
    this.#forget();
  }

  remove(id: string): void {
    if (!this.entries.delete(id)) return;
    this.#unplace(id);
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
    this.#facetsOfAll ??= this.filterAndCount([...this.entries.values()], filtersOf(everything)).facets;
    return this.#facetsOfAll;
  }

  /** The products that fit a text, in no order, and how well each fits. */
  matching(text: string): { entries: Entry[]; scoreOf: (entry: Entry) => number } {
    const { places, scores } = this.#text.search(text);
    const entries: Entry[] = [];
    for (const place of places) {
      const entry = this.#placed[place];
      if (entry) entries.push(entry);
    }
    const scoreOf = (entry: Entry) => {
      const score = scores[this.#places.get(entry.id) ?? -1] ?? 0;
      return entry.inStock ? score : score * soldOutWeight;
    };
    return { entries, scoreOf };
  }

  /**
   * Filters and counts in one pass: what fails no filter is found and counts everywhere; what fails exactly one
   * counts only in the facet of that filter, so that each facet shows what its own further choices would give.
   */
  filterAndCount(candidates: readonly Entry[], filters: FilterQuestion): { found: Entry[]; facets: Facets } {
    const isWanted = this.#wanted(filters);
    const found: Entry[] = [];
    const categories = new Int32Array(productCategories.length);
    const brands = new Int32Array(this.#brandNames.length);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    let inStock = 0;
    for (const entry of candidates) {
      const { categoryNumber, brandNumber, priceInMinorUnits: price } = entry;
      const failsCategory = isWanted.category[categoryNumber] === 0;
      const failsBrand = isWanted.brand[brandNumber] === 0;
      const failsPrice = price < filters.min || price > filters.max;
      const failsStock = filters.inStock !== undefined && filters.inStock !== entry.inStock;
      const fails = Number(failsCategory) + Number(failsBrand) + Number(failsPrice) + Number(failsStock);
      if (fails > 1) continue;
      const isFound = fails === 0;
      if (isFound) found.push(entry);
      if (isFound || failsCategory) categories[categoryNumber] = (categories[categoryNumber] ?? 0) + 1;
      if (isFound || failsBrand) brands[brandNumber] = (brands[brandNumber] ?? 0) + 1;
      if (isFound || failsPrice) {
        if (price < lowest) lowest = price;
        if (price > highest) highest = price;
      }
      if ((isFound || failsStock) && entry.inStock) inStock += 1;
    }
    const facets: Facets = {
      category: counted(productCategories, categories),
      brand: counted(this.#brandNames, brands),
      price: {
        min: Number.isFinite(lowest) ? fromMinorUnits(lowest) : 0,
        max: fromMinorUnits(highest),
      },
      inStock,
    };
    return { found, facets };
  }

  /** Searches worth completing, in alphabetical order of their keys: brands and the beginnings of names. */
  phrases(): readonly { key: string; text: string; count: number }[] {
    if (this.#phrases) return this.#phrases;
    const found = new Map<string, { text: string; count: number }>();
    for (const entry of this.entries.values()) {
      const nameWords = entry.name.split(/\s+/);
      const own = new Set([entry.brand, ...[1, 2, 3].map((count) => nameWords.slice(0, count).join(' '))]);
      for (const text of own) {
        const key = phraseKey(text);
        if (key.length < 2) continue;
        const kept = found.get(key);
        if (kept) kept.count += 1;
        else found.set(key, { text, count: 1 });
      }
    }
    this.#phrases = [...found]
      .map(([key, { text, count }]) => ({ key, text, count }))
      .sort((left, right) => (left.key < right.key ? -1 : 1));
    return this.#phrases;
  }

  #toEntry(entry: SearchEntry): Entry {
    const { priceInMinorUnits: price, oldPriceInMinorUnits: oldPrice } = entry;
    const brandKey = entry.brand.toLowerCase();
    let brandNumber = this.#brandNumbers.get(brandKey);
    if (brandNumber === undefined) {
      brandNumber = this.#brandNames.push(entry.brand) - 1;
      this.#brandNumbers.set(brandKey, brandNumber);
    }
    return {
      ...entry,
      brandNumber,
      categoryNumber: productCategories.indexOf(entry.category),
      nameKey: entry.name.toLowerCase(),
      createdAtMs: entry.createdAt.getTime(),
      saving: oldPrice !== null && oldPrice > price ? (oldPrice - price) / oldPrice : 0,
    };
  }

  /** 1 at the number of each wanted category and brand. */
  #wanted({ categories, brands }: FilterQuestion): { category: Uint8Array; brand: Uint8Array } {
    const category = Uint8Array.from(productCategories, (name) =>
      Number(!categories || categories.has(name)),
    );
    const brand = new Uint8Array(this.#brandNames.length).fill(brands ? 0 : 1);
    for (const key of brands ?? []) {
      const number = this.#brandNumbers.get(key);
      if (number !== undefined) brand[number] = 1;
    }
    return { category, brand };
  }

  #place(entry: Entry): void {
    const place = this.#text.add(weightedTexts(entry));
    this.#placed[place] = entry;
    this.#places.set(entry.id, place);
  }

  #unplace(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#text.remove(place);
    this.#placed[place] = undefined;
    this.#places.delete(id);
    if (this.#text.waste > maxWaste && this.#placed.length > minPlacesToCompact) this.#compact();
  }

  #compact(): void {
    const entries = this.#placed.filter((entry) => entry !== undefined);
    this.#text = new TextIndex();
    this.#placed = [];
    this.#places.clear();
    for (const entry of entries) this.#place(entry);
  }

  #forget(): void {
    this.#sorted.clear();
    this.#facetsOfAll = undefined;
    this.#phrases = undefined;
  }
}

/** Edited texts leave their old words behind; from here on it is worth building the words anew. */
const maxWaste = 0.5;
const minPlacesToCompact = 1_000;

const everything: ProductQuestion = { offset: 0, limit: 0 };

const hasSameWords = (left: SearchEntry, right: SearchEntry) =>
  left.name === right.name &&
  left.brand === right.brand &&
  left.category === right.category &&
  left.description === right.description &&
  JSON.stringify(left.specs) === JSON.stringify(right.specs);

function counted(names: readonly string[], counts: Int32Array): { value: string; count: number }[] {
  return names
    .map((value, number) => ({ value, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
}

/** The best `count` in order. Sorting numbers to find the limit first is much quicker than sorting all products. */
function bestOf(entries: readonly Entry[], scoreOf: (entry: Entry) => number, count: number): Entry[] {
  let scored = entries.map((entry) => ({ entry, score: scoreOf(entry) }));
  if (scored.length > count * 2) {
    const scores = Float64Array.from(scored, ({ score }) => score).sort();
    const limit = scores[scores.length - count] ?? 0;
    scored = scored.filter(({ score }) => score >= limit);
  }
  scored.sort((left, right) => right.score - left.score || newestFirst(left.entry, right.entry));
  return scored.map(({ entry }) => entry);
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

/** Product search in the memory of this process; a search of 10,000 products takes about a millisecond. */
export function createInProcessProductSearch(): ProductSearch {
  let shelf = new Shelf();
  const removed = new Map<string, number>();
  /** Set while `replaceAll` reads: what changes meanwhile must reach the new shelf too. */
  let missed: Map<string, SearchEntry | 'removed'> | undefined;

  const versionOf = (id: string) => Math.max(shelf.entries.get(id)?.version ?? 0, removed.get(id) ?? 0);

  const completedQueries = (text: string): Suggestion[] => {
    const key = phraseKey(text);
    const phrases = shelf.phrases();
    let found: { key: string; text: string; count: number }[] = [];
    for (let place = lowerBound(phrases, key); place < phrases.length; place += 1) {
      const phrase = phrases[place];
      if (!phrase?.key.startsWith(key)) break;
      found.push(phrase);
    }
    if (found.length === 0) found = closestPhrases(key, phrases);
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
      const end = offset + limit;
      if (!text) {
        const candidates = shelf.sortedBy(sort === 'relevance' ? 'createdAt_desc' : sort);
        const { found, facets } = isUnfiltered
          ? { found: candidates, facets: shelf.facetsOfAll() }
          : shelf.filterAndCount(candidates, filtersOf(question));
        return { ids: found.slice(offset, end).map(({ id }) => id), total: found.length, facets };
      }
      const { entries, scoreOf } = shelf.matching(text);
      const { found, facets } = shelf.filterAndCount(entries, filtersOf(question));
      const ordered = sort === 'relevance' ? bestOf(found, scoreOf, end) : found.sort(compareBy[sort]);
      return { ids: ordered.slice(offset, end).map(({ id }) => id), total: found.length, facets };
    },

    async suggest(text): Promise<Suggestion[]> {
      const typed = text.trim();
      if (searchTerms(typed).length === 0 && phraseKey(typed).length < 2) return [];
      const { entries, scoreOf } = shelf.matching(typed);
      const products = bestOf(entries, scoreOf, maxProductSuggestions).slice(0, maxProductSuggestions);
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
      const changes = new Map<string, SearchEntry | 'removed'>();
      missed = changes;
      try {
        let count = 0;
        for await (const given of entries) {
          if ((removed.get(given.id) ?? 0) >= given.version) continue;
          next.put(given);
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
