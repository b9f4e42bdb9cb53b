import {
  activeFilterCount,
  filterParameters,
  noFilters,
  type ProductFilters,
  readFilters,
  withChange,
  withoutFilters,
  withToggled,
  writeFilters,
} from './product-filters.rules.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

const everything: ProductFilters = {
  range: ['smartphone', 'premiumsmartphones'],
  brand: ['Apple', 'Nothing & Co'],
  minPrice: 50_000,
  maxPrice: 180_000,
  inStock: true,
  sort: 'price_asc',
  page: 2,
};

describe('filters in a URL (SIL-09)', () => {
  it('are read back as they were written', () => {
    const written = writeFilters(new URLSearchParams(), everything);
    expect(readFilters(written)).toEqual(everything);
  });

  it('are omitted when not set, and keep other parameters', () => {
    const written = writeFilters(new URLSearchParams('q=galaxy&brand=Apple&page=3'), noFilters);
    expect(written.toString()).toBe('q=galaxy');
  });

  it.each([
    'sort=; drop table',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=lots',
    'minPrice=-5',
    'minPrice=1e99',
    'maxPrice=$gt',
    'inStock=maybe',
    'category=cars',
    'brand=,,,',
  ])('are ignored when invalid: %s', (query) => {
    expect(read(query)).toEqual({ ...noFilters, minPrice: undefined, maxPrice: undefined, sort: undefined });
  });

  it('accept a category in any case, once (CONF-35, ENT-09)', () => {
    expect(read('category=Laptop,laptop,EARPHONES').range).toEqual(['laptop', 'earphones']);
  });

  it('hold at most twenty brands', () => {
    const many = Array.from({ length: 30 }, (_, index) => `b${index}`).join(',');
    expect(read(`brand=${many}`).brand).toHaveLength(20);
  });
});

describe('a change of filters', () => {
  it('returns to the first page', () => {
    expect(withChange(everything, { inStock: false })).toEqual({ ...everything, inStock: false, page: 1 });
  });

  it('adds a value and removes it again', () => {
    expect(withToggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(withToggled(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('"Clear all" keeps the sorting', () => {
    expect(withoutFilters(everything)).toEqual({ ...noFilters, sort: 'price_asc' });
  });

  it('counts a price range as one filter', () => {
    expect(activeFilterCount(everything)).toBe(6);
    expect(activeFilterCount({ ...noFilters, maxPrice: 10 })).toBe(1);
    expect(activeFilterCount(noFilters)).toBe(0);
  });
});

it('has the parameter order of remote.json, without unset filters (SIL-09)', () => {
  expect(Object.keys(filterParameters(everything))).toEqual([
    'brand',
    'minPrice',
    'maxPrice',
    'inStock',
    'sort',
    'page',
  ]);
  expect(Object.values(filterParameters(noFilters)).filter((value) => value !== undefined)).toEqual([]);
});
