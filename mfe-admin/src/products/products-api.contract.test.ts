import { productColumnNames } from '@kinmel/contracts/browser';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith, csvMediaType, exchangeWith } from '../testing/staff-contract.ts';
import { productsApi } from './products-api.ts';

const { boolean, eachLike, integer, number, regex, string } = MatchersV3;

const id = '25ee728f50f0dfc3eee9b45d';
const { endpoints } = productsApi;
const given = 'a pre-loved iPhone 13 Pro is in the shop';
const path = `/api/products/${id}`;

const product = {
  id: regex(/^[0-9a-f]{24}$/, id),
  name: string('iPhone 13 Pro'),
  brand: string('Apple'),
  description: string('A phone.'),
  price: number(91_500),
  category: regex(/^[a-z]+$/, 'premiumsmartphones'),
  featured: boolean(false),
  inStock: boolean(true),
  image: string('/uploads/c0ffee00c0ffee00/640.webp'),
  version: integer(1),
};
const staffProduct = { ...product, stock: integer(3), isAvailable: boolean(true) };
const pagination = { total: integer(2), totalPages: integer(1) };

const changed = { name: 'iPhone', stock: 4, stockSeen: 3, version: 1 };
const bulk = { change: 'switch-off', products: [{ id, version: 99 }] } as const;

it.each([
  {
    given,
    upon: 'a page of products for the back office (AAPI-25, AAPI-26)',
    path: '/api/products',
    query: { page: '1', limit: '8' },
    answer: { data: eachLike(product), pagination },
    send: endpoints.listProducts.initiate({ page: 1, limit: 8 }),
    read: { rows: [{ id, name: 'iPhone 13 Pro' }], total: 2 },
  },
  {
    given,
    upon: 'one product for the back office (AAPI-27)',
    path,
    answer: { data: product },
    send: endpoints.getProduct.initiate(id),
    read: { id, price: 91_500 },
  },
  {
    given,
    upon: 'the products of which few pieces are left (SIL-22)',
    path: '/api/admin/products',
    query: { minStock: '1', maxStock: '5', page: '1', limit: '8' },
    answer: { data: eachLike(staffProduct), pagination },
    send: endpoints.listAdminProducts.initiate({ minStock: 1, maxStock: 5, page: 1, limit: 8 }),
    read: { rows: [{ id, stock: 3, isAvailable: true }] },
  },
  {
    given,
    upon: 'a new name and a piece more (AAPI-30, AGATE-25, CONF-28)',
    method: 'PUT',
    path,
    body: changed,
    answer: { data: { ...staffProduct, name: 'iPhone', version: integer(2) } },
    send: endpoints.updateProduct.initiate({ id, body: changed }),
    read: { name: 'iPhone', version: 2 },
  },
  {
    given,
    upon: 'the deletion of a product (AAPI-33)',
    method: 'DELETE',
    path,
    query: { version: '1' },
    send: endpoints.deleteProduct.initiate({ id, version: 1 }),
    read: true,
  },
  {
    given,
    upon: 'a bulk update of a product that was changed since',
    method: 'POST',
    path: '/api/admin/products/bulk',
    body: bulk,
    answer: { data: [{ id, problem: { code: 'version-conflict', message: string('It was changed.') } }] },
    send: endpoints.bulkUpdateProducts.initiate(bulk),
    read: { [id]: 'It was changed.' },
  },
] satisfies readonly Agreement[])('the back office agrees with catalog on $upon', agreedWith('catalog'));

it('downloads the list with each column that it can show', async () => {
  const params = { category: 'laptop', columns: productColumnNames.join(',') };
  const address = '/api/admin/products/export';
  const type = await exchangeWith('catalog')(
    {
      given: 'a laptop is in the shop',
      upon: 'the laptops as CSV',
      path: address,
      query: params,
      answer: 'csv',
    },
    (store) => csvMediaType(store, { address, params }),
  );
  expect(type).toBe('text/csv');
});
