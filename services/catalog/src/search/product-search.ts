import type {
  Facets,
  ProductCategory,
  ProductQuery,
  ProductSort,
  ProductSpecs,
  Suggestion,
} from '@kinmel/contracts';

/** What a search engine must know of one product: the fields that are searched, filtered, sorted and suggested by. */
export interface SearchEntry {
  readonly id: string;
  /** The product's version; an entry never goes back to an older one. */
  readonly version: number;
  readonly name: string;
  readonly brand: string;
  readonly category: ProductCategory;
  readonly description: string;
  readonly specs: ProductSpecs;
  readonly priceInMinorUnits: number;
  readonly oldPriceInMinorUnits: number | null;
  readonly inStock: boolean;
  readonly image: string;
  readonly createdAt: Date;
}

type NoFilter = 'search' | 'sort' | 'page' | 'limit';

/**
 * The filters of the listing by the names of its query, so that a new one is asked of the search too. Values of one
 * filter widen it, filters narrow each other; texts are compared without regard to case.
 */
export interface SearchFilters extends Readonly<Omit<ProductQuery, NoFilter | 'minPrice' | 'maxPrice'>> {
  readonly minPriceInMinorUnits?: number | undefined;
  readonly maxPriceInMinorUnits?: number | undefined;
  /** Only products of these ids; facets count within them. */
  readonly ids?: ReadonlySet<string> | undefined;
}

/** What is asked for. */
export interface SearchQuery extends SearchFilters {
  readonly text?: string | undefined;
  /** Without it: by relevance when there is a text, else newest first . */
  readonly sort?: ProductSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The filters of a query: all of it but the text, the order and the page. */
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
  /** In the order to show, at most `limit`. */
  readonly ids: readonly string[];
  /** How many there are in all. */
  readonly total: number;
  readonly facets: Facets;
}

/**
 * The port of product search. The default keeps an index in this process; an engine of its own (Atlas Search,
 * OpenSearch) may stand behind the same calls. No implementation may build a regular expression or a query
 * language out of the text.
 */
export interface ProductSearch {
  find(query: SearchQuery): Promise<SearchResult>;
  suggest(text: string): Promise<Suggestion[]>;
  /** Adds or replaces; an entry that is older than the kept one is ignored. */
  put(entries: readonly SearchEntry[]): Promise<void>;
  /** `version` is that of the deletion, so that a late older entry cannot bring the product back. */
  remove(products: readonly { id: string; version: number }[]): Promise<void>;
  /** Takes the given entries for the whole shop. Readers see the old entries until the new ones are complete. */
  replaceAll(entries: AsyncIterable<SearchEntry>): Promise<void>;
  /** The version of the kept entry or of the remembered deletion; 0 for an unknown product. */
  versionOf(id: string): number;
  readonly size: number;
}
