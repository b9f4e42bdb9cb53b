import type { Facets, ProductQuery, ProductSort, Suggestion } from '@kinmel/contracts';
import type { SearchEntry } from './search-entry.ts';

/** Suggestions of one answer, by kind. */
export const maxQuerySuggestions = 4;
export const maxProductSuggestions = 5;

type NonFilterField = 'search' | 'sort' | 'page' | 'limit';

/**
 * The filters of the listing, named as in its query, so that the contract adds new ones here. Values of one filter are
 * combined with or, filters with and; texts are compared case-insensitively.
 */
export interface SearchFilters
  extends Readonly<Omit<ProductQuery, NonFilterField | 'minPrice' | 'maxPrice'>> {
  readonly minPriceInMinorUnits?: number | undefined;
  readonly maxPriceInMinorUnits?: number | undefined;
  /** Restricts results and facets to these ids. */
  readonly ids?: ReadonlySet<string> | undefined;
}

export interface SearchQuery extends SearchFilters {
  readonly text?: string | undefined;
  /** Defaults to relevance with a text, else newest first. */
  readonly sort?: ProductSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The query without text, order and page. */
export function filtersOf({
  text: _text,
  sort: _sort,
  offset: _offset,
  limit: _limit,
  ...filters
}: SearchQuery): SearchFilters {
  return filters;
}

export interface SearchResult {
  /** At most `limit`, in order. */
  readonly ids: readonly string[];
  /** Number of all results. */
  readonly total: number;
  readonly facets: Facets;
}

/**
 * The interface of product search. The default keeps an index in this process; a search engine (Atlas Search,
 * OpenSearch) may implement it too. No implementation may build a regular expression or query language from the text.
 */
export interface ProductSearch {
  find(query: SearchQuery): Promise<SearchResult>;
  suggest(text: string): Promise<Suggestion[]>;
  /** Adds or replaces entries, except by older versions. */
  put(entries: readonly SearchEntry[]): Promise<void>;
  /** `version` is that of the deletion, so that a late entry cannot restore the product. */
  remove(products: readonly { id: string; version: number }[]): Promise<void>;
  /** Replaces all entries. Readers see the old ones until the new ones are complete. */
  replaceAll(entries: AsyncIterable<SearchEntry>): Promise<void>;
  /** The version of the entry or deletion; 0 for an unknown product. */
  versionOf(id: string): number;
  readonly size: number;
}
