import type { ProductCategory, ProductSort } from '@kinmel/contracts';
import { categoryOf } from '../products/product-categories.rules.ts';

/**
 * The filters that are a list of values to tick, by their parameter, which is also that of `GET /api/products` and of its
 * facet. Panel, chips, count and address follow from this list.
 */
export const choiceFilters = [{ name: 'brand', title: 'Brand' }] as const;

type Choices = { readonly [Name in (typeof choiceFilters)[number]['name']]: readonly string[] };

/** What a shopper has chosen on a page that lists products. All of it lives in the address of the page. */
export interface ProductFilters extends Choices {
  /** Categories; on /smartphone the ranges, in search the kinds. Empty: what the page shows by itself. */
  readonly range: readonly ProductCategory[];
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly inStock: boolean;
  /** Undefined: the page's own order. */
  readonly sort?: ProductSort;
  readonly page: number;
}

/** One value for each of the filters that are lists. */
const ofChoices = <Value>(valueOf: (name: keyof Choices) => Value) =>
  Object.fromEntries(choiceFilters.map(({ name }) => [name, valueOf(name)])) as Record<keyof Choices, Value>;

export const noFilters: ProductFilters = { ...ofChoices(() => []), range: [], inStock: false, page: 1 };

const sorts: readonly ProductSort[] = [
  'createdAt_desc',
  'price_asc',
  'price_desc',
  'name_asc',
  'discount_desc',
  'relevance',
];

const mostChoices = 20;
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

/** Reads the filters of an address. What is not one of ours is as if it was not there: an address is typed by anybody. */
export function readFilters(address: URLSearchParams): ProductFilters {
  const sort = sorts.find((name) => name === address.get('sort'));
  const page = Number(address.get('page') ?? '1');
  return {
    range: [...new Set(listOf(address.get('category')).flatMap((text) => categoryOf(text) ?? []))],
    ...ofChoices((name) => listOf(address.get(name)).slice(0, mostChoices)),
    minPrice: amountOf(address.get('minPrice')),
    maxPrice: amountOf(address.get('maxPrice')),
    inStock: address.get('inStock') === 'true',
    sort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Writes filters into an address; parameters that are no filters (`q`) stay, what is not chosen is left out. */
export function writeFilters(address: URLSearchParams, filters: ProductFilters): URLSearchParams {
  const written = new URLSearchParams(address);
  const values = { category: filters.range.join(',') || undefined, ...filterParameters(filters) };
  for (const name of Object.keys(values)) written.delete(name);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) written.set(name, String(value));
  return written;
}

/** Any change of a filter leads back to the first page. */
export const changed = (filters: ProductFilters, change: Partial<ProductFilters>): ProductFilters => ({
  ...filters,
  page: 1,
  ...change,
});

/** Puts a value in a list or takes it out, keeping the order in which it was chosen. */
export const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((item) => item !== value) : [...list, value];

/** Everything but the order and the page as it was without a choice. */
export const cleared = (filters: ProductFilters): ProductFilters => ({ ...noFilters, sort: filters.sort });

/** How many things are chosen, for "Filters (2)"; a price range is one. */
export function countOf(filters: ProductFilters): number {
  const price = filters.minPrice !== undefined || filters.maxPrice !== undefined ? 1 : 0;
  const choices = choiceFilters.reduce((sum, { name }) => sum + filters[name].length, 0);
  return filters.range.length + choices + price + (filters.inStock ? 1 : 0);
}

/**
 * The parameters of `GET /api/products` for the filters, in the order in which `remote.json` names them, so that the
 * first-view data of the HTML has the same address.
 */
export function filterParameters(filters: ProductFilters): Record<string, string | number | undefined> {
  return {
    ...ofChoices((name) => filters[name].join(',') || undefined),
    minPrice: filters.minPrice,
    maxPrice: filters.maxPrice,
    inStock: filters.inStock ? 'true' : undefined,
    sort: filters.sort,
    page: filters.page > 1 ? filters.page : undefined,
  };
}
