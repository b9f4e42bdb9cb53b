import { type Facets, type ProductSort, productCategories } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { bestOrdinals } from './best-ordinals.ts';
import { type ColumnFilters, ProductColumns } from './product-columns.ts';
import { filtersOf, type SearchEntry, type SearchQuery } from './product-search.ts';
import { TextIndex } from './words/text-index.ts';

/** What a category is called by shoppers and on the shop's pages, where the premium range is "Pre-loved" (CONF-03, CONF-37). */
const categoryWords = {
  smartphone: 'smartphone phone mobile',
  laptop: 'laptop notebook computer',
  watch: 'watch smartwatch wearable accessory',
  earphones: 'earphones earbuds headphones audio',
  premiumsmartphones: 'premium pre-loved preloved used second hand smartphone phone mobile flagship',
  galaxyproducts: 'galaxy samsung product smartphone phone mobile',
} as const satisfies Record<SearchEntry['category'], string>;

/** Of two equally fitting products the one that can be bought comes first. */
const soldOutWeight = 0.9;

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

/** Ordinals of products that fit, in no order: the first `total` of `ordinals`, good until the next query. */
export interface FilterResult {
  readonly ordinals: Int32Array;
  readonly total: number;
  readonly facets: Facets;
}

/** A search worth completing and how many products it would find. */
export interface Phrase {
  readonly key: string;
  readonly text: string;
  readonly count: number;
}

/**
 * Everything that is derived from one state of the entries. Each product has an ordinal, the same in the text index and
 * in the columns; brands and categories have numbers, so that going through thousands of products touches no text.
 */
export class ProductIndex {
  readonly entries = new Map<string, Entry>();
  #text = new TextIndex();
  #columns = new ProductColumns();
  /** Entry by ordinal. */
  #entriesByOrdinal: (Entry | undefined)[] = [];
  readonly #ordinals = new Map<string, number>();
  readonly #brandNumbers = new Map<string, number>();
  readonly #brandNames: string[] = [];
  readonly #sorted = new Map<string, Int32Array>();
  #facetsOfAll: Facets | undefined;
  #phrases: readonly Phrase[] | undefined;
  /** Ordinals whose words are not read yet. */
  #unread: number[] = [];
  #found = new Int32Array(0);
  #isFound = new Uint8Array(0);

  put(given: SearchEntry): void {
    const before = this.entries.get(given.id);
    const entry = this.#toEntry(given);
    const ordinal = this.#ordinals.get(entry.id);
    this.#facetsOfAll = undefined;
    this.entries.set(entry.id, entry);
    if (before && ordinal !== undefined && hasSameWords(before, entry)) {
      this.#entriesByOrdinal[ordinal] = entry;
      this.#columns.set(ordinal, entry);
      // What moves most often is the stock, and no order is by it.
      if (!hasSameOrder(before, entry)) this.#sorted.clear();
      return;
    }
    this.#removeEntry(entry.id);
    this.#addEntry(entry);
    this.#sorted.clear();
    this.#phrases = undefined;
  }

  remove(id: string): void {
    if (!this.entries.delete(id)) return;
    this.#removeEntry(id);
    this.#sorted.clear();
    this.#facetsOfAll = undefined;
    this.#phrases = undefined;
  }

  /**
   * Reads the words of at most so many products and answers how many are left. Only a search by text needs them, and they
   * are half of what a whole shop costs to take in.
   */
  readWords(atMost: number): number {
    for (const ordinal of this.#unread.splice(0, atMost)) {
      const entry = this.#entriesByOrdinal[ordinal];
      if (entry) this.#text.fill(ordinal, weightedTexts(entry));
    }
    return this.#unread.length;
  }

  /** The ids at some of the found ordinals. */
  idsAt(ordinals: ArrayLike<number>, from: number, to: number): string[] {
    const ids: string[] = [];
    for (let at = from; at < Math.min(to, ordinals.length); at += 1) {
      const entry = this.#entriesByOrdinal[ordinals[at] ?? -1];
      if (entry) ids.push(entry.id);
    }
    return ids;
  }

  entriesAt(ordinals: readonly number[]): Entry[] {
    return ordinals.flatMap((ordinal) => this.#entriesByOrdinal[ordinal] ?? []);
  }

  /** Every ordinal in the given order. */
  sortedBy(sort: Exclude<ProductSort, 'relevance'>): Int32Array {
    let sorted = this.#sorted.get(sort);
    if (!sorted) {
      const entries = [...this.entries.values()].sort(compareBy[sort]);
      sorted = Int32Array.from(entries, ({ id }) => this.#ordinals.get(id) ?? 0);
      this.#sorted.set(sort, sorted);
    }
    return sorted;
  }

  facetsOfAll(): Facets {
    this.#facetsOfAll ??= this.filterAndCount(this.sortedBy('createdAt_desc'), everything).facets;
    return this.#facetsOfAll;
  }

  /** The ordinals of products that fit a text, in no order, and how well each ordinal fits. */
  matching(text: string): { ordinals: Int32Array; scores: Float64Array } {
    this.readWords(this.#unread.length);
    const { ordinals, scores } = this.#text.search(text);
    return { ordinals: Int32Array.from(ordinals), scores };
  }

  /** The candidates that have one of the ids, in their order; all of them without ids. */
  within(candidates: Int32Array, ids: ReadonlySet<string> | undefined): Int32Array {
    return ids === undefined
      ? candidates
      : candidates.filter((ordinal) => ids.has(this.#entriesByOrdinal[ordinal]?.id ?? ''));
  }

  filterAndCount(candidates: Int32Array, query: SearchQuery): FilterResult {
    if (this.#found.length < candidates.length) this.#found = new Int32Array(candidates.length * 2);
    const counts = this.#columns.filterAndCount(
      candidates,
      this.#filtersOf(query),
      this.#brandNames.length,
      this.#found,
    );
    const facets: Facets = {
      category: counted(productCategories, counts.categories),
      brand: counted(this.#brandNames, counts.brands),
      price: {
        min: Number.isFinite(counts.lowest) ? fromMinorUnits(counts.lowest) : 0,
        max: fromMinorUnits(counts.highest),
      },
      inStock: counts.inStock,
    };
    return { ordinals: this.#found, total: counts.total, facets };
  }

  /** The best `count` of the given ordinals by score, those that can be bought and newer ones first among equals. */
  best(ordinals: Int32Array, total: number, count: number, scores: Float64Array): number[] {
    const scoreOf = (ordinal: number) =>
      this.#columns.isInStock(ordinal) ? (scores[ordinal] ?? 0) : (scores[ordinal] ?? 0) * soldOutWeight;
    return bestOrdinals(ordinals, total, count, (left, right) => {
      const difference = scoreOf(left) - scoreOf(right);
      if (difference !== 0) return difference > 0;
      const [one, other] = [this.#entriesByOrdinal[left], this.#entriesByOrdinal[right]];
      return one !== undefined && other !== undefined && newestFirst(one, other) < 0;
    });
  }

  /** The given ordinals in an order that is not by score: picked out of the order of all. */
  inOrder({ ordinals, total }: FilterResult, sort: Exclude<ProductSort, 'relevance'>): Int32Array {
    if (this.#isFound.length < this.#entriesByOrdinal.length)
      this.#isFound = new Uint8Array(this.#entriesByOrdinal.length * 2);
    const isFound = this.#isFound;
    for (let at = 0; at < total; at += 1) isFound[ordinals[at] ?? 0] = 1;
    const ordered = this.sortedBy(sort).filter((ordinal) => isFound[ordinal] === 1);
    for (const ordinal of ordered) isFound[ordinal] = 0;
    return ordered;
  }

  /** Searches worth completing, in alphabetical order of their keys: brands and the beginnings of names. */
  phrases(): readonly Phrase[] {
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

  #filtersOf(query: SearchQuery): ColumnFilters {
    const {
      category,
      brand,
      minPriceInMinorUnits: min,
      maxPriceInMinorUnits: max,
      inStock,
      ids: _within,
      ...others
    } = filtersOf(query);
    // A new filter of the listing does not compile before it is read here.
    const _none: Record<string, never> = others;
    return {
      categories: category?.length ? category : undefined,
      brandNumbers: brand?.length
        ? brand.flatMap((name) => this.#brandNumbers.get(name.toLowerCase()) ?? [])
        : undefined,
      min: min ?? 0,
      max: max ?? Number.POSITIVE_INFINITY,
      inStock,
    };
  }

  #addEntry(entry: Entry): void {
    const ordinal = this.#text.reserve();
    this.#unread.push(ordinal);
    this.#entriesByOrdinal[ordinal] = entry;
    this.#columns.set(ordinal, entry);
    this.#ordinals.set(entry.id, ordinal);
  }

  #removeEntry(id: string): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#text.remove(ordinal);
    this.#entriesByOrdinal[ordinal] = undefined;
    this.#ordinals.delete(id);
    if (this.#text.waste > maxWaste && this.#entriesByOrdinal.length > minOrdinalsToCompact) this.#compact();
  }

  #compact(): void {
    const entries = this.#entriesByOrdinal.filter((entry) => entry !== undefined);
    this.#text = new TextIndex();
    this.#unread = [];
    this.#columns = new ProductColumns();
    this.#sorted.clear();
    this.#entriesByOrdinal = [];
    this.#ordinals.clear();
    for (const entry of entries) this.#addEntry(entry);
  }
}

/** Edited texts leave their old words behind; from here on it is worth building the words anew. */
const maxWaste = 0.5;
const minOrdinalsToCompact = 1_000;

const everything: SearchQuery = { offset: 0, limit: 0 };

const hasSameWords = (left: SearchEntry, right: SearchEntry) =>
  left.name === right.name &&
  left.brand === right.brand &&
  left.category === right.category &&
  left.description === right.description &&
  JSON.stringify(left.specs) === JSON.stringify(right.specs);

const hasSameOrder = (left: Entry, right: Entry) =>
  left.createdAtMs === right.createdAtMs &&
  left.priceInMinorUnits === right.priceInMinorUnits &&
  left.saving === right.saving;

function counted(names: readonly string[], counts: Int32Array): { value: string; count: number }[] {
  return names
    .map((value, number) => ({ value, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
}

/** Two writings of a text that differ in letter case and spaces only have one key. */
export const phraseKey = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
