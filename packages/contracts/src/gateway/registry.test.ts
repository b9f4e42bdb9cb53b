import { productsPerPage } from '../browser/products.ts';
import { remotePageSchema } from './registry.ts';

it('`{productsPerPage}` in a first-view request stands for the page size of lists (SIL-09)', () => {
  const page = remotePageSchema.parse({
    path: '/watches',
    title: 'Watches',
    firstData: [{ request: '/api/products?category={category=watch}&limit={productsPerPage}' }],
  });
  expect(page.firstData[0]?.request).toBe(`/api/products?category={category=watch}&limit=${productsPerPage}`);
  expect(remotePageSchema.parse(page)).toEqual(page);
});

it('`{productFilters}` stands for the filters of product lists in their order (SIL-09)', () => {
  const page = remotePageSchema.parse({
    path: '/watches',
    title: 'Watches',
    parameters: ['{productFilters}', 'sort'],
    firstData: [{ request: '/api/products', query: ['{productFilters}', 'page'] }],
  });
  expect(page.parameters).toEqual(['brand', 'minPrice', 'maxPrice', 'inStock', 'sort']);
  expect(page.firstData[0]?.query).toEqual(['brand', 'minPrice', 'maxPrice', 'inStock', 'page']);
});
