import type { Facets } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { SearchFilters } from './product-search.ts';
import type { SearchEntry } from './search-entry.ts';

type FacetName = keyof Facets;

interface Filter<Name extends keyof SearchFilters> {
  readonly accepts: (entry: SearchEntry, value: NonNullable<SearchFilters[Name]>) => boolean;
  /** The facet that ignores this filter; without one the filter applies to every facet. */
  readonly facet?: FacetName;
}

const isOneOf = (value: string, allowed: readonly string[]) =>
  allowed.length === 0 || allowed.some((one) => one.toLowerCase() === value.toLowerCase());

/** Typed, so that a filter of the contract without an entry does not compile. */
const filters: { readonly [Name in keyof Required<SearchFilters>]: Filter<Name> } = {
  category: { accepts: ({ category }, categories) => isOneOf(category, categories), facet: 'category' },
  brand: { accepts: ({ brand }, brands) => isOneOf(brand, brands), facet: 'brand' },
  minPriceInMinorUnits: { accepts: (entry, limit) => entry.priceInMinorUnits >= limit, facet: 'price' },
  maxPriceInMinorUnits: { accepts: (entry, limit) => entry.priceInMinorUnits <= limit, facet: 'price' },
  inStock: { accepts: ({ inStock }, isInStock) => inStock === isInStock, facet: 'inStock' },
  ids: { accepts: ({ id }, ids) => ids.has(id) },
};

type Predicate = { readonly facet: FacetName | undefined; readonly accepts: (entry: SearchEntry) => boolean };

function predicatesOf(requestedFilters: SearchFilters): Predicate[] {
  const predicatesFor = <Name extends keyof SearchFilters>(name: Name): Predicate[] => {
    const value = requestedFilters[name];
    if (value === undefined) return [];
    const { accepts, facet } = filters[name];
    return [{ facet, accepts: (entry) => accepts(entry, value) }];
  };
  return (Object.keys(filters) as (keyof SearchFilters)[]).flatMap((name) => predicatesFor(name));
}

/** Facets that count values, with the entry's value. */
const facetValues = {
  category: ({ category }: SearchEntry) => category,
  brand: ({ brand }: SearchEntry) => brand,
} as const satisfies Partial<Record<FacetName, (entry: SearchEntry) => string>>;

function countsOf(entries: readonly SearchEntry[], valueOf: (entry: SearchEntry) => string) {
  const counts = new Map<string, { value: string; count: number }>();
  for (const value of entries.map(valueOf)) {
    const key = value.toLowerCase();
    const existing = counts.get(key);
    if (existing) existing.count += 1;
    else counts.set(key, { value, count: 1 });
  }
  return [...counts.values()].sort(
    (left, right) => right.count - left.count || (left.value < right.value ? -1 : 1),
  );
}

/**
 * The entries that pass every filter, in order, and the counts of facets. An entry that fails only the filters of one
 * facet counts in that facet, which shows the effect of its other values.
 */
export function filterAndCount<Entry extends SearchEntry>(
  entries: readonly Entry[],
  requestedFilters: SearchFilters,
): { matches: Entry[]; facets: Facets } {
  const predicates = predicatesOf(requestedFilters);
  const matches: Entry[] = [];
  const entriesByFacet: Record<FacetName, SearchEntry[]> = {
    category: [],
    brand: [],
    price: [],
    inStock: [],
  };
  for (const entry of entries) {
    const failedPredicates = predicates.filter(({ accepts }) => !accepts(entry));
    if (failedPredicates.length === 0) matches.push(entry);
    for (const facet of Object.keys(entriesByFacet) as FacetName[]) {
      if (failedPredicates.every((predicate) => predicate.facet === facet)) entriesByFacet[facet].push(entry);
    }
  }
  const prices = entriesByFacet.price.map(({ priceInMinorUnits }) => priceInMinorUnits);
  const [firstPrice = 0] = prices;
  return {
    matches,
    facets: {
      category: countsOf(entriesByFacet.category, facetValues.category),
      brand: countsOf(entriesByFacet.brand, facetValues.brand),
      price: {
        min: fromMinorUnits(prices.reduce((least, price) => Math.min(least, price), firstPrice)),
        max: fromMinorUnits(prices.reduce((most, price) => Math.max(most, price), firstPrice)),
      },
      inStock: entriesByFacet.inStock.filter(({ inStock }) => inStock).length,
    },
  };
}
