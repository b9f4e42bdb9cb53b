import { productColumnNames } from '@kinmel/contracts/browser';
import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';

import { csvMediaType } from '../testing/staff-contract.ts';
import { productsApi } from './products-api.ts';

const { boolean, eachLike, integer, number, regex, string } = MatchersV3;

const catalog = contractBetween('mfe-admin', 'catalog');
const id = '25ee728f50f0dfc3eee9b45d';
const { endpoints } = productsApi;
/** Provider verification replaces it by a valid token. */
const token = 'a-token-of-staff';
const authorization = { Authorization: `Bearer ${token}` };
const inTheShop = 'a pre-loved iPhone 13 Pro is in the shop';

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

it('reads the public list (AAPI-25, AAPI-26)', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('a page of products for the back office')
    .withRequest('GET', '/api/products', (request) => request.query({ page: '1', limit: '8' }))
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': jsonType })
        .jsonBody({ success: true, data: eachLike(product), pagination }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url).dispatch(endpoints.listProducts.initiate({ page: 1, limit: 8 }));
      expect(data).toMatchObject({ rows: [{ id, name: 'iPhone 13 Pro' }], total: 2 });
    }));

it('reads one product (AAPI-27)', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('one product for the back office')
    .withRequest('GET', `/api/products/${id}`)
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({ success: true, data: product }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url).dispatch(endpoints.getProduct.initiate(id));
      expect(data).toMatchObject({ id, price: 91_500 });
    }));

it('reads the staff list with stock and availability (SIL-22)', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('the products of which few pieces are left')
    .withRequest('GET', '/api/admin/products', (request) =>
      request.headers(authorization).query({ minStock: '1', maxStock: '5', page: '1', limit: '8' }),
    )
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': jsonType })
        .jsonBody({ success: true, data: eachLike(staffProduct), pagination }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url, token).dispatch(
        endpoints.listAdminProducts.initiate({ minStock: 1, maxStock: 5, page: 1, limit: 8 }),
      );
      expect(data).toMatchObject({ rows: [{ id, stock: 3, isAvailable: true }] });
    }));

it('updates a product at the version that was seen, with the admin’s token (AAPI-30, AGATE-25, CONF-28)', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('a new name and a piece more')
    .withRequest('PUT', `/api/products/${id}`, (request) =>
      request.headers(authorization).jsonBody({ name: 'iPhone', stock: 4, stockSeen: 3, version: 1 }),
    )
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': jsonType })
        .jsonBody({ success: true, data: { ...staffProduct, name: 'iPhone', version: integer(2) } }),
    )
    .executeTest(async ({ url }) => {
      const body = { name: 'iPhone', stock: 4, stockSeen: 3, version: 1 };
      const { data } = await sendTo(url, token).dispatch(endpoints.updateProduct.initiate({ id, body }));
      expect(data).toMatchObject({ name: 'iPhone', version: 2 });
    }));

it('deletes a product at the version that was seen (AAPI-33)', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('the deletion of a product')
    .withRequest('DELETE', `/api/products/${id}`, (request) =>
      request.headers(authorization).query({ version: '1' }),
    )
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({ success: true }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url, token).dispatch(
        endpoints.deleteProduct.initiate({ id, version: 1 }),
      );
      expect(data).toBe(true);
    }));

it('reads why a product of a bulk update was refused', () =>
  catalog
    .addInteraction()
    .given(inTheShop)
    .uponReceiving('a bulk update of a product that was changed since')
    .withRequest('POST', '/api/admin/products/bulk', (request) =>
      request.headers(authorization).jsonBody({ change: 'switch-off', products: [{ id, version: 99 }] }),
    )
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({
        success: true,
        data: [{ id, problem: { code: 'version-conflict', message: string('It was changed.') } }],
      }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url, token).dispatch(
        endpoints.bulkUpdateProducts.initiate({ change: 'switch-off', products: [{ id, version: 99 }] }),
      );
      expect(data).toEqual({ [id]: 'It was changed.' });
    }));

it('downloads the list with each column that it can show', () => {
  const params = { category: 'laptop', columns: productColumnNames.join(',') };
  return catalog
    .addInteraction()
    .given('a laptop is in the shop')
    .uponReceiving('the laptops as CSV')
    .withRequest('GET', '/api/admin/products/export', (request) =>
      request.headers(authorization).query(params),
    )
    .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': regex('^text/csv.*', 'text/csv') }))
    .executeTest(async ({ url }) => {
      const list = { address: '/api/admin/products/export', params };
      expect(await csvMediaType(sendTo(url, token), list)).toBe('text/csv');
    });
});
