import { productsPerPage } from '../browser/product-list.ts';
import { remotePageSchema } from './registry.ts';

it('a declared request takes the page size of lists from its one definition (SIL-09)', () => {
  const page = remotePageSchema.parse({
    path: '/watches',
    title: 'Watches',
    firstData: [{ request: '/api/products?category={category=watch}&limit={productsPerPage}' }],
  });
  expect(page.firstData[0]?.request).toBe(`/api/products?category={category=watch}&limit=${productsPerPage}`);
  expect(remotePageSchema.parse(page)).toEqual(page);
});
