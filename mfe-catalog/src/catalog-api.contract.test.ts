import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { catalogApi } from './catalog-api.ts';
import { listingAddress } from './features/listings/listing-address.ts';
import { laptops } from './features/listings/listings.content.ts';
import { searchAddress } from './features/search-results/search-address.ts';
import { noFilters } from './filters/product-filters.rules.ts';

const { boolean, constrainedArrayLike, eachLike, integer, like, number, regex, string } = MatchersV3;

const pact = contractBetween('mfe-catalog', 'catalog');
const order = contractBetween('mfe-catalog', 'order');

const id = '25ee728f50f0dfc3eee9b45d';

// Only the fields that the pages read: the service may add others and may not remove any.
const product = (category: string) => ({
  _id: regex(/^[0-9a-f]{24}$/, id),
  id: regex(/^[0-9a-f]{24}$/, id),
  name: string('iPhone 13 Pro'),
  brand: string('Apple'),
  description: string('Pre-loved and checked in our workshop.'),
  price: number(91_500),
  oldPrice: number(131_900),
  category: regex(new RegExp(`^${category}$`), category),
  inStock: boolean(true),
  image: regex(/^\/uploads\/[a-z0-9-]+\/640\.webp$/, '/uploads/iphone-13-pro/640.webp'),
  pictures: eachLike({
    id: regex(/^[a-z0-9][a-z0-9-]{2,63}$/, 'iphone-13-pro'),
    alt: string('iPhone 13 Pro, Sierra Blue, back and front'),
    width: integer(1000),
    height: integer(1000),
    dominantColor: regex(/^#[0-9a-f]{6}$/, '#9cb5cf'),
    hasTransparency: boolean(true),
  }),
  specs: like({ storage: string('128 GB') }),
});

const count = { value: string('Apple'), count: integer(1) };
const page = (category: string) => ({
  success: true,
  data: constrainedArrayLike(product(category), 1, 100, 1),
  pagination: like({ page: integer(1), total: integer(1), totalPages: integer(1) }),
  facets: {
    category: eachLike({ value: string(category), count: integer(1) }),
    brand: eachLike(count),
    price: { min: number(91_500), max: number(91_500) },
    inStock: integer(1),
  },
});

describe('requests of the catalogue pages to the catalog service', () => {
  it('lists a category (API-17, API-18, CONF-34, CONF-43)', () =>
    pact
      .addInteraction()
      .given('a laptop is in the shop')
      .uponReceiving('a listing of laptops')
      .withRequest('GET', '/api/products', (request) => request.query({ category: 'Laptop', limit: '24' }))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': jsonType }).jsonBody(page('laptop')))
      .executeTest(async ({ url }) => {
        const store = sendTo(url);
        const { data } = await store.dispatch(
          catalogApi.endpoints.listCatalogProducts.initiate(listingAddress(laptops, noFilters)),
        );
        expect(data?.products).toHaveLength(1);
        expect(data).toMatchObject({ total: 1, facets: { brand: [{ value: 'Apple', count: 1 }] } });
      }));

  it('searches with filters, order and page (API-16, SIL-09)', () =>
    pact
      .addInteraction()
      .given('a pre-loved iPhone 13 Pro is in the shop')
      .uponReceiving('a search with every filter')
      .withRequest('GET', '/api/products', (request) =>
        request.query({
          search: 'iphone 13',
          limit: '24',
          category: 'premiumsmartphones',
          brand: 'Apple',
          minPrice: '50000',
          maxPrice: '180000',
          inStock: 'true',
          sort: 'price_asc',
        }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody(page('premiumsmartphones')),
      )
      .executeTest(async ({ url }) => {
        const store = sendTo(url);
        const { data } = await store.dispatch(
          catalogApi.endpoints.listCatalogProducts.initiate(
            searchAddress('iphone 13', {
              range: ['premiumsmartphones'],
              brand: ['Apple'],
              minPrice: 50_000,
              maxPrice: 180_000,
              inStock: true,
              sort: 'price_asc',
              page: 1,
            }),
          ),
        );
        expect(data?.products[0]).toMatchObject({ name: 'iPhone 13 Pro', price: 91_500, oldPrice: 131_900 });
      }));

  it('lists the pre-loved range (API-19, ENT-01 to ENT-03)', () =>
    pact
      .addInteraction()
      .given('a pre-loved iPhone 13 Pro is in the shop')
      .uponReceiving('the pre-loved range')
      .withRequest('GET', '/api/products/category/premiumsmartphones', (request) =>
        request.query({ sort: 'createdAt_desc' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: constrainedArrayLike(product('premiumsmartphones'), 1, 100, 1) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(
          catalogApi.endpoints.listRange.initiate('premiumsmartphones'),
        );
        expect(data?.products.map(({ name }) => name)).toEqual(['iPhone 13 Pro']);
      }));

  it('shows one product (CONF-65)', () =>
    pact
      .addInteraction()
      .given('the product 25ee728f50f0dfc3eee9b45d is in the shop')
      .uponReceiving('one product')
      .withRequest('GET', `/api/products/${id}`)
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: product('premiumsmartphones') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(catalogApi.endpoints.getCatalogProduct.initiate(id));
        expect(data?.pictures[0]?.id).toBe('iphone-13-pro');
      }));

  it('handles a missing product (CONF-42, CONF-65)', () =>
    pact
      .addInteraction()
      .given('the product 000000000000000000000000 is not in the shop')
      .uponReceiving('a product that is not there')
      .withRequest('GET', '/api/products/000000000000000000000000')
      .willRespondWith(404, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string('Product not found'),
          error: string('Product not found'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url).dispatch(
          catalogApi.endpoints.getCatalogProduct.initiate('000000000000000000000000'),
        );
        expect(apiProblem(error)).toMatchObject({ status: 404, kind: 'answer', code: 'not-found' });
      }));

  it('gets suggestions while typing (SIL-09)', () =>
    pact
      .addInteraction()
      .given('a pre-loved iPhone 13 Pro is in the shop')
      .uponReceiving('suggestions for a beginning')
      .withRequest('GET', '/api/products/suggestions', (request) => request.query({ q: 'ipho' }))
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: eachLike({ kind: regex(/^(query|product)$/, 'query'), text: string('iphone 13 pro') }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(catalogApi.endpoints.suggestProducts.initiate('ipho'));
        expect(data).toEqual([{ kind: 'query', text: 'iphone 13 pro' }]);
      }));
});

describe('requests of the catalogue pages to the order service', () => {
  it("reads the shop's promises in the policy record (CONF-06)", () =>
    order
      .addInteraction()
      .given('the policy of the shop is in force')
      .uponReceiving('the promises of the shop')
      .withRequest('GET', '/api/policy')
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: like({
            shipping: { sentence: string('Free shipping over NPR 200') },
            returns: { sentence: string('30-day money-back guarantee') },
            payments: { sentence: string('Secure payments') },
            support: { sentence: string('24/7 support') },
            warranty: { repairSentence: string('90-day warranty on repairs') },
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(catalogApi.endpoints.getPromises.initiate());
        expect(data).toMatchObject({ repair: '90-day warranty on repairs' });
      }));
});
