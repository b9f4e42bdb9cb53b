import { type ProductQuery, productQuerySchema } from '@kinmel/contracts';
import { ResponseCache } from '@kinmel/service-kit';
import type { SearchQuery } from '../../search/product-search.ts';
import type { ProductsContext } from '../products-context.ts';
import { listProducts } from './list-products.ts';

/** A catalog whose search notes what it is asked. */
function notedCatalog() {
  const asked: SearchQuery[] = [];
  const facets = { category: [], brand: [], price: { min: 0, max: 0 }, inStock: 0 };
  const context = {
    responses: new ResponseCache(),
    cards: { of: async () => [] },
    search: {
      find: async (searchQuery: SearchQuery) => {
        asked.push(searchQuery);
        return { ids: [], total: 0, facets };
      },
    },
  } as unknown as ProductsContext;
  const list = async (query: Readonly<Record<string, string>>, more: object = {}) => {
    const parsed: ProductQuery = productQuerySchema.parse(query);
    await listProducts(context, Object.assign(parsed, more));
  };
  return { asked, list };
}

describe('a list that is kept', () => {
  it('is never the answer to another filter, not even to one that was made up (SIL-09)', async () => {
    const { asked, list } = notedCatalog();
    for (const madeUp of [undefined, ['64 GB'], ['128 GB']]) await list({ brand: 'Apple' }, { madeUp });
    await list({ brand: 'Apple' }, { madeUp: ['64 GB'] });
    expect(asked.map((searchQuery) => Object(searchQuery).madeUp)).toEqual([
      undefined,
      ['64 GB'],
      ['128 GB'],
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['search', { search: 'pixel' }],
    ['category', { category: 'laptop' }],
    ['brand', { brand: 'Apple' }],
    ['minPrice', { minPrice: '1' }],
    ['maxPrice', { maxPrice: '1' }],
    ['inStock', { inStock: 'true' }],
    ['sort', { sort: 'price_asc' }],
    ['page', { page: '2' }],
    ['limit', { limit: '1' }],
  ])('is another one with another %s (SIL-09)', async (_name, query) => {
    const { asked, list } = notedCatalog();
    await list({});
    await list(query);
    expect(asked).toHaveLength(2);
  });

  it('answers what asks the same in other words (SIL-09)', async () => {
    const { asked, list } = notedCatalog();
    await list({ brand: 'Apple,Google', category: 'watch,laptop', search: 'Pixel' });
    await list({ search: 'pixel', category: 'Laptop,watch', brand: 'google,apple' });
    expect(asked).toHaveLength(1);
  });
});
