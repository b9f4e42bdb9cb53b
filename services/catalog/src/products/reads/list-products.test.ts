import { productQuerySchema } from '@kinmel/contracts';
import type { SearchQuery } from '../../search/product-search.ts';
import type { ProductsContext } from '../products-context.ts';
import { listProducts } from './list-products.ts';

/** A catalog that records its search queries. */
function recordingCatalog() {
  const searchQueries: SearchQuery[] = [];
  const facets = { category: [], brand: [], price: { min: 0, max: 0 }, inStock: 0 };
  const context = {
    cards: { of: async () => [] },
    search: {
      find: async (searchQuery: SearchQuery) => {
        searchQueries.push(searchQuery);
        return { ids: [], total: 0, facets };
      },
    },
  } as unknown as ProductsContext;
  const list = (query: Readonly<Record<string, string>>) =>
    listProducts(context, productQuerySchema.parse(query));
  return { searchQueries, list };
}

describe('a list', () => {
  it.each<[string, Record<string, string>, Partial<SearchQuery>]>([
    ['search', { search: 'pixel' }, { text: 'pixel' }],
    ['category', { category: 'laptop' }, { category: ['laptop'] }],
    ['brand', { brand: 'Apple' }, { brand: ['Apple'] }],
    ['minPrice', { minPrice: '1' }, { minPriceInMinorUnits: 100 }],
    ['maxPrice', { maxPrice: '1' }, { maxPriceInMinorUnits: 100 }],
    ['inStock', { inStock: 'true' }, { inStock: true }],
    ['sort', { sort: 'price_asc' }, { sort: 'price_asc' }],
    ['page', { page: '2', limit: '10' }, { offset: 10 }],
    ['limit', { limit: '1' }, { limit: 1 }],
  ])('is searched with its %s (SIL-09)', async (_name, query, expected) => {
    const { searchQueries, list } = recordingCatalog();
    await list(query);
    expect(searchQueries).toEqual([expect.objectContaining(expected)]);
  });
});
