import type { ProductSort } from '@kinmel/contracts';
import type { SearchEntry } from './search-entry.ts';
import { searchedTexts } from './searched-texts.rules.ts';
import { TextIndex } from './text-index.ts';

/** Ranks products in stock above equal ones that are sold out. */
const soldOutWeight = 0.9;

type Compare = (left: SearchEntry, right: SearchEntry) => number;

export const newestFirst: Compare = (left, right) =>
  right.createdAt.getTime() - left.createdAt.getTime() ||
  (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);

const savingOf = ({ priceInMinorUnits: price, oldPriceInMinorUnits: oldPrice }: SearchEntry) =>
  oldPrice !== null && oldPrice > price ? (oldPrice - price) / oldPrice : 0;

const compareNames: Compare = (left, right) => {
  const [leftName, rightName] = [left.name.toLowerCase(), right.name.toLowerCase()];
  return leftName < rightName ? -1 : leftName > rightName ? 1 : 0;
};

const compareBy: Record<Exclude<ProductSort, 'relevance'>, Compare> = {
  createdAt_desc: newestFirst,
  price_asc: (left, right) => left.priceInMinorUnits - right.priceInMinorUnits,
  price_desc: (left, right) => right.priceInMinorUnits - left.priceInMinorUnits,
  name_asc: compareNames,
  discount_desc: (left, right) => savingOf(right) - savingOf(left),
};

/** A completion and the number of products it finds. */
export interface Phrase {
  readonly id: string;
  readonly text: string;
  readonly count: number;
}

/** The entries with their full-text index and derived orders. */
export class ProductIndex {
  readonly entries = new Map<string, SearchEntry>();
  readonly #text = new TextIndex<SearchEntry>({
    fields: searchedTexts,
    titleOf: ({ name }) => name,
    boost: { name: 6, brand: 4, category: 3, specs: 1.5 },
    weightOf: (id) => (this.entries.get(id)?.inStock ? 1 : soldOutWeight),
  });
  readonly #sorted = new Map<string, SearchEntry[]>();
  #phrases: { texts: TextIndex<Phrase>; byId: ReadonlyMap<string, Phrase> } | undefined;

  put(entry: SearchEntry): void {
    const before = this.entries.get(entry.id);
    this.entries.set(entry.id, entry);
    this.#sorted.clear();
    // Stock changes most often and is not in the text.
    if (before && hasSameWords(before, entry)) return;
    this.#text.put(entry);
    this.#phrases = undefined;
  }

  remove(id: string): void {
    if (!this.entries.delete(id)) return;
    this.#text.remove(id);
    this.#sorted.clear();
    this.#phrases = undefined;
  }

  /** All entries in the given order, newer ones first where equal. */
  sortedBy(sort: Exclude<ProductSort, 'relevance'>): SearchEntry[] {
    let sorted = this.#sorted.get(sort);
    if (!sorted) {
      sorted = [...this.entries.values()].sort(
        (left, right) => compareBy[sort](left, right) || newestFirst(left, right),
      );
      this.#sorted.set(sort, sorted);
    }
    return sorted;
  }

  /** The entries that match a text, best first. */
  matching(text: string): SearchEntry[] {
    return this.#text
      .search(text)
      .flatMap(({ id, score }) => {
        const entry = this.entries.get(id);
        return entry ? [{ entry, score }] : [];
      })
      .sort((left, right) => right.score - left.score || newestFirst(left.entry, right.entry))
      .map(({ entry }) => entry);
  }

  /** Brands and prefixes of names that complete a text, the most frequent first. */
  completions(text: string): Phrase[] {
    this.#phrases ??= phrasesOf(this.entries.values());
    const { texts, byId } = this.#phrases;
    return texts
      .search(text, { allowsPartialMatch: false })
      .flatMap(({ id }) => byId.get(id) ?? [])
      .sort((left, right) => right.count - left.count || left.text.length - right.text.length);
  }
}

function phrasesOf(entries: Iterable<SearchEntry>) {
  const byId = new Map<string, Phrase>();
  for (const { name, brand } of entries) {
    const words = name.split(/\s+/);
    const texts = new Set([brand, ...[1, 2, 3].map((count) => words.slice(0, count).join(' '))]);
    for (const text of texts) {
      const id = text.toLowerCase();
      if (id.length >= 2) byId.set(id, { id, text, count: (byId.get(id)?.count ?? 0) + 1 });
    }
  }
  const texts = new TextIndex<Phrase>({ fields: { text: ({ text }) => text }, titleOf: ({ text }) => text });
  for (const phrase of byId.values()) texts.put(phrase);
  return { texts, byId };
}

const hasSameWords = (left: SearchEntry, right: SearchEntry) =>
  left.name === right.name &&
  left.brand === right.brand &&
  left.category === right.category &&
  left.description === right.description &&
  JSON.stringify(left.specs) === JSON.stringify(right.specs);
