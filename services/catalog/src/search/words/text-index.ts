import SearchableMap from 'minisearch/SearchableMap';
import { searchTerms, singular } from './search-terms.rules.ts';

/** A text and how much a word in it counts. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** Where one term stands: ordinals and weights side by side, because millions of small objects cost more than they say. */
interface Postings {
  readonly ordinals: number[];
  readonly weights: number[];
}

/** A term of the index that a typed one may mean, and how much it counts. */
interface Meaning {
  readonly postings: Postings;
  readonly factor: number;
}

/** Found ordinals by falling score; the arrays belong together. */
export interface Hits {
  readonly ordinals: readonly number[];
  readonly scores: Float64Array;
}

/** A word that only begins like the one typed counts half, one with a typo a quarter. */
const prefixFactor = 0.5;
const fuzzyFactor = 0.25;
const longFieldPenalty = 0.08;

/** One letter begins half of all words, so it has to be a word of its own. */
const minPrefixLength = 2;

/** Of what was written without a space: a piece is a number of two digits or a longer word. */
const minPieceLength = 2;
const longestGlued = 40;
const onlyNumber = /^\p{N}+$/u;

/** One wrong letter in a short word, two (or two swapped) in a longer one; numbers name models and stay exact. */
const typosIn = (term: string) => (term.length < 4 || /^\p{N}/u.test(term) ? 0 : term.length < 6 ? 1 : 2);

/**
 * The same sound in other letters: "ifone" is two typos from "iphone", which is too far for a word so short. Only asked
 * and not indexed, because "ip" begins no "ifone".
 */
const spelledWithPh = (term: string) => term.replaceAll('f', 'ph');

/**
 * A ranked index of words with prefixes and typos over documents that are known by their ordinals, built on the radix tree of MiniSearch. The
 * library's own search makes an object per word and hit and takes 10 to 25 ms for common words in 10,000 products;
 * this keeps weights in plain arrays and takes under 1 ms.
 */
export class TextIndex {
  /** For words that only begin like a typed one, and for typos. */
  readonly #terms = new SearchableMap<Postings>();
  /** The same by the whole word: ten times as quick to ask, and building asks for every word of every product. */
  readonly #byWord = new Map<string, Postings>();
  readonly #alive: boolean[] = [];
  #aliveCount = 0;
  #score = new Float64Array(0);
  #best = new Float64Array(0);
  #matched = new Uint8Array(0);

  /** The ordinal of a document whose words come later, by `fill`. */
  reserve(): number {
    this.#aliveCount += 1;
    return this.#alive.push(true) - 1;
  }

  /** Reads the words of the document at a reserved ordinal; once. */
  fill(ordinal: number, texts: readonly WeightedText[]): void {
    const weights = new Map<string, number>();
    for (const { text, weight } of texts) {
      const terms = searchTerms(text);
      const each = weight / (1 + longFieldPenalty * terms.length);
      for (const term of new Set(terms)) weights.set(term, (weights.get(term) ?? 0) + each);
    }
    for (const [term, weight] of weights) {
      let postings = this.#byWord.get(term);
      if (!postings) {
        postings = { ordinals: [], weights: [] };
        this.#byWord.set(term, postings);
        this.#terms.set(term, postings);
      }
      postings.ordinals.push(ordinal);
      postings.weights.push(weight);
    }
  }

  /** The ordinal is never found again; its room comes back when the index is built anew. */
  remove(ordinal: number): void {
    if (!this.#alive[ordinal]) return;
    this.#alive[ordinal] = false;
    this.#aliveCount -= 1;
  }

  /** The part of the ordinals that is of no use any more, from 0 to 1. */
  get waste(): number {
    return this.#alive.length === 0 ? 0 : 1 - this.#aliveCount / this.#alive.length;
  }

  /**
   * All ordinals that have every word of the text, best first not guaranteed. Words that were written apart or together
   * are first read as the shop writes them. A word that nothing is called by is taken for a typo; when no product has
   * all words typos are allowed in each, and at last a part of them is enough.
   */
  search(text: string): Hits {
    const terms = [...new Set(searchTerms(text))].slice(0, 12);
    if (terms.length === 0) return { ordinals: [], scores: this.#score };
    const respaced = this.#respaced(terms);
    const meant = respaced ? this.#withAll(respaced) : [];
    if (meant.length > 0) return { ordinals: meant, scores: this.#score };
    const all = this.#withAll(terms);
    if (all.length > 0) return { ordinals: all, scores: this.#score };
    const forgiving = terms.map((term) => this.#guess(term));
    const forgiven = this.#collect(forgiving, terms.length);
    if (forgiven.length > 0 || terms.length === 1) return { ordinals: forgiven, scores: this.#score };
    return { ordinals: this.#collect(forgiving, 1), scores: this.#score };
  }

  #withAll(terms: readonly string[]): number[] {
    const meanings = terms.map((term) => {
      const found = this.#expand(term, 0);
      return found.length > 0 ? found : this.#guess(term);
    });
    return this.#collect(meanings, terms.length);
  }

  /** The terms with "one plus" joined and "macbookair" cut, where that makes words of the index; undefined: nothing to change. */
  #respaced(terms: readonly string[]): string[] | undefined {
    const respaced: string[] = [];
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? '';
      const next = terms[at + 1];
      const joined = next === undefined ? '' : singular(term + next);
      if (joined !== '' && !onlyNumber.test(joined) && this.#byWord.has(joined)) {
        respaced.push(joined);
        at += 1;
      } else respaced.push(...(this.#pieces(term) ?? [term]));
    }
    return respaced.length === terms.length ? undefined : [...new Set(respaced)];
  }

  /** The words of the index, the longest first, that stand in one typed without a space; undefined: it is one word, or none. */
  #pieces(term: string): string[] | undefined {
    if (term.length > longestGlued || !this.#terms.atPrefix(term).keys().next().done) return undefined;
    // What begins at each letter, from the last to the first: each is found once.
    const from: (string[] | undefined)[] = [];
    from[term.length] = [];
    for (let start = term.length - minPieceLength; start >= 0; start -= 1) {
      for (let end = term.length; end - start >= minPieceLength; end -= 1) {
        const rest = from[end];
        const piece = singular(term.slice(start, end));
        const isPiece = piece.length > minPieceLength || onlyNumber.test(piece);
        if (rest === undefined || !isPiece || !this.#byWord.has(piece)) continue;
        from[start] = [piece, ...rest];
        break;
      }
    }
    return from[0];
  }

  /** What a term may mean that is none of the index: one with typos, or one that sounds like it. */
  #guess(term: string): Meaning[] {
    return [...this.#expand(spelledWithPh(term), 0), ...this.#expand(term, typosIn(term))];
  }

  /** The terms of the index that a typed one may mean, with how much they count. */
  #expand(term: string, typos: number): Meaning[] {
    const meant = new Map<Postings, number>();
    if (typos > 0) {
      for (const [, [postings, distance]] of this.#terms.fuzzyGet(term, typos))
        meant.set(postings, fuzzyFactor / Math.max(1, distance));
    }
    if (term.length >= minPrefixLength) {
      for (const [longer, postings] of this.#terms.atPrefix(term))
        meant.set(postings, (prefixFactor * term.length) / longer.length);
    }
    const exact = this.#byWord.get(term);
    if (exact) meant.set(exact, 1);
    return [...meant].map(([postings, factor]) => ({
      postings,
      factor: factor * Math.log(1 + this.#aliveCount / postings.ordinals.length),
    }));
  }

  /** Adds up, for each ordinal, the best meaning of each word; answers the ordinals with enough of the words. */
  #collect(expanded: readonly Meaning[][], needed: number): number[] {
    this.#grow();
    const [score, best, matched, alive] = [this.#score, this.#best, this.#matched, this.#alive];
    const seen: number[] = [];
    expanded.forEach((meanings, word) => {
      const touched: number[] = [];
      // Where every word is needed, an ordinal without the words so far is out already.
      const isNarrowing = needed > 1 && word > 0;
      for (const { postings, factor } of meanings) {
        const { ordinals, weights } = postings;
        for (let at = 0; at < ordinals.length; at += 1) {
          const ordinal = ordinals[at] ?? 0;
          if (!alive[ordinal] || (isNarrowing && matched[ordinal] !== word)) continue;
          const value = (weights[at] ?? 0) * factor;
          if (best[ordinal] === 0) touched.push(ordinal);
          if (value > (best[ordinal] ?? 0)) best[ordinal] = value;
        }
      }
      for (const ordinal of touched) {
        if (matched[ordinal] === 0) {
          seen.push(ordinal);
          score[ordinal] = 0;
        }
        score[ordinal] = (score[ordinal] ?? 0) + (best[ordinal] ?? 0);
        best[ordinal] = 0;
        matched[ordinal] = (matched[ordinal] ?? 0) + 1;
      }
    });
    const found = seen.filter((ordinal) => (matched[ordinal] ?? 0) >= needed);
    for (const ordinal of seen) matched[ordinal] = 0;
    return found;
  }

  #grow(): void {
    if (this.#score.length >= this.#alive.length) return;
    const size = Math.max(1024, this.#alive.length * 2);
    this.#score = new Float64Array(size);
    this.#best = new Float64Array(size);
    this.#matched = new Uint8Array(size);
  }
}
