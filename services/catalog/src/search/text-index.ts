import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { searchTerms, singular } from './search-terms.rules.ts';

/** One letter begins half of all words, so it has to be a word of its own. */
const minPrefixLength = 2;
const maxTerms = 12;
const maxJoinedTerms = 4;
/** Words that stand together in a name count more than the same words apart. */
const joinedBoost = 3;

/** One wrong letter in a short word, two in a longer one; numbers name models and stay exact. */
const typosIn = (term: string) => (term.length < 4 || /^\p{N}/u.test(term) ? 0 : term.length < 6 ? 1 : 2);

/** The beginnings of a text's words written without spaces: "macbookpro", "s25ultra". */
function joinedTerms(text: string): string[] {
  const terms = searchTerms(text);
  return terms.flatMap((_, from) =>
    terms
      .slice(from + 1, from + maxJoinedTerms)
      .map((__, length) => terms.slice(from, from + length + 2).join('')),
  );
}

export interface TextIndexOptions<Document> {
  /** What is read of a document, by the name of the field. */
  readonly fields: Readonly<Record<string, (document: Document) => string>>;
  /** The text that is also found when its words are written without spaces. */
  readonly titleOf: (document: Document) => string;
  /** How much a word counts by its field; 1 without an entry. */
  readonly boost?: Readonly<Record<string, number>>;
  /** Multiplies the score of a document; 1 without it. */
  readonly weightOf?: (id: string) => number;
}

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/**
 * A full-text index by MiniSearch. Words match by their beginning; when no document has all words, typos are allowed in
 * each, and at last a part of the words is enough. Texts are only cut into words, never run as a pattern.
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
   * Best first.
   * @param takesPart whether a part of the words is enough when no document has all of them
   */
  search(text: string, { takesPart = true } = {}): Hit[] {
    const terms = [...new Set(searchTerms(text))].slice(0, maxTerms);
    if (terms.length === 0) return [];
    const allWords: Query = { combineWith: 'AND', queries: terms, fields: this.#fields };
    const oneWord: Query = { queries: [singular(terms.join(''))], boostTerm: () => joinedBoost };
    const exact = this.#hits({ combineWith: 'OR', queries: [allWords, oneWord] });
    if (exact.length > 0) return exact;
    // "ifone" sounds like "iphone" but is two letters away, which is too far for a word so short.
    const sounds = terms.map(
      (term): Query => ({ combineWith: 'OR', queries: [term, term.replaceAll('f', 'ph')] }),
    );
    const fuzzy = { fuzzy: typosIn, fields: this.#fields };
    const similar = this.#hits({ combineWith: 'AND', queries: sounds }, fuzzy);
    return similar.length > 0 || !takesPart
      ? similar
      : this.#hits({ combineWith: 'OR', queries: sounds }, fuzzy);
  }

  #hits(query: Query, options?: SearchOptions): Hit[] {
    return this.#index.search(query, options).map(({ id, score }) => ({ id, score }));
  }
}
