import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { allowedTypos, searchTerms, singular } from './search-terms.rules.ts';

/** A single letter matches whole words only. */
const minPrefixLength = 2;
const maxTerms = 12;
const maxJoinedTerms = 4;
/** Adjacent words in a name rank higher than separate ones. */
const joinedBoost = 3;

/** Prefixes of a text without spaces: "macbookpro", "s25ultra". */
function joinedTerms(text: string): string[] {
  const terms = searchTerms(text);
  return terms.flatMap((_, from) =>
    terms
      .slice(from + 1, from + maxJoinedTerms)
      .map((__, length) => terms.slice(from, from + length + 2).join('')),
  );
}

export interface TextIndexOptions<Document> {
  /** The indexed texts by field. */
  readonly fields: Readonly<Record<string, (document: Document) => string>>;
  /** The text that is also indexed without spaces. */
  readonly titleOf: (document: Document) => string;
  /** Weights by field; 1 by default. */
  readonly boost?: Readonly<Record<string, number>>;
  /** A factor for the score; 1 by default. */
  readonly weightOf?: (id: string) => number;
}

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/**
 * A full-text index by MiniSearch. Words match by prefix; when no document has all words, typos are allowed, and then
 * some of the words are enough. Texts are never used as patterns. A query over 10,000 products takes 3 to 17 ms; a shop
 * with more than some 20,000 needs a search engine behind `ProductSearch`.
 */
export class TextIndex<Document extends { readonly id: string }> {
  readonly #index: MiniSearch<Document>;
  readonly #fields: string[];

  constructor({ fields, titleOf, boost = {}, weightOf = () => 1 }: TextIndexOptions<Document>) {
    this.#fields = Object.keys(fields);
    this.#index = new MiniSearch<Document>({
      fields: [...this.#fields, 'joined'],
      extractField: (document, field) =>
        field === 'joined'
          ? joinedTerms(titleOf(document)).map(singular).join(' ')
          : field === 'id'
            ? document.id
            : searchTerms(fields[field]?.(document) ?? '').join(' '),
      tokenize: (text) => text.split(' ').filter(Boolean),
      processTerm: (term) => term,
      searchOptions: {
        boost: { ...boost },
        prefix: (term) => term.length >= minPrefixLength,
        boostDocument: weightOf,
      },
    });
  }

  put(document: Document): void {
    if (this.#index.has(document.id)) this.#index.replace(document);
    else this.#index.add(document);
  }

  remove(id: string): void {
    if (this.#index.has(id)) this.#index.discard(id);
  }

  /**
   * Sorted from best to worst match.
   * @param allowsPartialMatch whether some of the words suffice when no document has all
   */
  search(text: string, { allowsPartialMatch = true } = {}): Hit[] {
    const terms = [...new Set(searchTerms(text))].slice(0, maxTerms);
    if (terms.length === 0) return [];
    const allWords: Query = { combineWith: 'AND', queries: terms, fields: this.#fields };
    const joinedWord: Query = { queries: [singular(terms.join(''))], boostTerm: () => joinedBoost };
    const exactHits = this.#hits({ combineWith: 'OR', queries: [allWords, joinedWord] });
    if (exactHits.length > 0) return exactHits;
    // Also tries "ph" for "f": "ifone" is two edits away from "iphone", too far for a short word.
    const soundVariants = terms.map(
      (term): Query => ({ combineWith: 'OR', queries: [term, term.replaceAll('f', 'ph')] }),
    );
    const fuzzy = { fuzzy: allowedTypos, fields: this.#fields };
    const similarHits = this.#hits({ combineWith: 'AND', queries: soundVariants }, fuzzy);
    return similarHits.length > 0 || !allowsPartialMatch
      ? similarHits
      : this.#hits({ combineWith: 'OR', queries: soundVariants }, fuzzy);
  }

  #hits(query: Query, options?: SearchOptions): Hit[] {
    return this.#index.search(query, options).map(({ id, score }) => ({ id, score }));
  }
}
