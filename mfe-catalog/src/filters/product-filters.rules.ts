import type { ProductCategory, ProductSort } from '@kinmel/contracts';
import { productSorts } from '@kinmel/contracts/browser';
import { categoryOf } from '../products/product-categories.rules.ts';

/**
 * The multiple-choice filters, by their parameter of `GET /api/products` and its facet. Panel, chips, count and URL are
 * derived from this list.
 */
export const choiceFilters = [{ name: 'brand', title: 'Brand' }] as const;

type Choices = { readonly [Name in (typeof choiceFilters)[number]['name']]: readonly string[] };

/** Filters of a product list, stored in the URL of the page. */
export interface ProductFilters extends Choices {
  /** Categories; on /smartphone the ranges, in search the kinds. Empty: the page's default. */
  readonly range: readonly ProductCategory[];
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly inStock: boolean;
  /** Undefined: the page's default order. */
  readonly sort?: ProductSort;
  readonly page: number;
}

/** One value for each of the multiple-choice filters. */
const mapChoices = <Value>(valueOf: (name: keyof Choices) => Value) =>
  Object.fromEntries(choiceFilters.map(({ name }) => [name, valueOf(name)])) as Record<keyof Choices, Value>;

export const noFilters: ProductFilters = { ...mapChoices(() => []), range: [], inStock: false, page: 1 };

const maxChoices = 20;
const highestPrice = 1e9;

const listOf = (text: string | null) => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
];

function amountOf(text: string | null): number | undefined {
  if (text === null || !/^\d{1,10}(\.\d{1,2})?$/.test(text)) return undefined;
  const amount = Number(text);
  return amount <= highestPrice ? amount : undefined;
}

/** Reads the filters of a URL. Invalid values are ignored. */
export function readFilters(address: URLSearchParams): ProductFilters {
  const sort = productSorts.find((name) => name === address.get('sort'));
  const page = Number(address.get('page') ?? '1');
  return {
    range: [...new Set(listOf(address.get('category')).flatMap((text) => categoryOf(text) ?? []))],
    ...mapChoices((name) => listOf(address.get(name)).slice(0, maxChoices)),
    minPrice: amountOf(address.get('minPrice')),
    maxPrice: amountOf(address.get('maxPrice')),
    inStock: address.get('inStock') === 'true',
    sort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Writes filters to a URL; other parameters (`q`) stay, unset filters are omitted. */
export function writeFilters(address: URLSearchParams, filters: ProductFilters): URLSearchParams {
  const newAddress = new URLSearchParams(address);
  const values = { category: filters.range.join(',') || undefined, ...filterParameters(filters) };
  for (const name of Object.keys(values)) newAddress.delete(name);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) newAddress.set(name, String(value));
  return newAddress;
}

/** Any change of a filter returns to the first page. */
export const withChange = (filters: ProductFilters, change: Partial<ProductFilters>): ProductFilters => ({
  ...filters,
  page: 1,
  ...change,
});

/** Adds or removes a value, keeping the order of selection. */
export const withToggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((item) => item !== value) : [...list, value];

/** Resets everything except sorting and page size. */
export const withoutFilters = (filters: ProductFilters): ProductFilters => ({
  ...noFilters,
  sort: filters.sort,
});

/** Number of filters for "Filters (2)"; a price range is one. */
export function activeFilterCount(filters: ProductFilters): number {
  const price = filters.minPrice !== undefined || filters.maxPrice !== undefined ? 1 : 0;
  const choices = choiceFilters.reduce((sum, { name }) => sum + filters[name].length, 0);
  return filters.range.length + choices + price + (filters.inStock ? 1 : 0);
}

/**
 * The parameters of `GET /api/products` in the order of `remote.json`, so that the first-view data of the HTML has the
 * same URL.
 */
export function filterParameters(filters: ProductFilters): Record<string, string | number | undefined> {
  return {
    ...mapChoices((name) => filters[name].join(',') || undefined),
    minPrice: filters.minPrice,
    maxPrice: filters.maxPrice,
    inStock: filters.inStock ? 'true' : undefined,
    sort: filters.sort,
    page: filters.page > 1 ? filters.page : undefined,
  };
}
