import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  problemAnswer,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { catalogApi } from './catalog-api.ts';
import { laptops } from './features/listings/listings.content.ts';
import { listingAddress, searchAddress } from './filters/list-address.ts';
import { noFilters } from './filters/product-filters.rules.ts';
import { wishlistApi } from './wishlist/wishlist-api.ts';

const { boolean, constrainedArrayLike, eachLike, integer, like, number, regex, string } = MatchersV3;

const catalog = contractBetween('mfe-catalog', 'catalog');
const order = contractBetween('mfe-catalog', 'order');

const { endpoints } = catalogApi;
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

const device = {
  // A device has no old price.
  oldPrice: null,
  device: {
    ofProductId: regex(/^[0-9a-f]{24}$/, id),
    grade: regex(/^[ABC]$/, 'B'),
    batteryHealthPercent: integer(88),
    passportLink: regex(/^\/passport\/[\w-]+$/, '/passport/a-token'),
    photos: [],
  },
};

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

const preLoved = 'a pre-loved iPhone 13 Pro is in the shop';

it.each([
  {
    title: 'lists a category (API-17, API-18, CONF-34, CONF-43)',
    given: 'a laptop is in the shop',
    name: 'a listing of laptops',
    request: ['GET', '/api/products', { query: { category: 'Laptop', limit: '24' } }],
    answer: [200, page('laptop')],
    send: endpoints.listCatalogProducts.initiate(listingAddress(laptops, noFilters)),
    expected: {
      data: { products: [{ price: 91_500 }], total: 1, facets: { brand: [{ value: 'Apple', count: 1 }] } },
    },
  },
  {
    title: 'searches with filters, order and page (API-16, SIL-09)',
    given: preLoved,
    name: 'a search with every filter',
    request: [
      'GET',
      '/api/products',
      {
        query: {
          search: 'iphone 13',
          limit: '24',
          category: 'premiumsmartphones',
          brand: 'Apple',
          minPrice: '50000',
          maxPrice: '180000',
          inStock: 'true',
          sort: 'price_asc',
        },
      },
    ],
    answer: [200, page('premiumsmartphones')],
    send: endpoints.listCatalogProducts.initiate(
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
    expected: { data: { products: [{ name: 'iPhone 13 Pro', price: 91_500, oldPrice: 131_900 }] } },
  },
  {
    title: 'lists the pre-loved range (API-19, ENT-01 to ENT-03)',
    given: preLoved,
    name: 'the pre-loved range',
    request: ['GET', '/api/products/category/premiumsmartphones', { query: { sort: 'createdAt_desc' } }],
    answer: [200, { success: true, data: constrainedArrayLike(product('premiumsmartphones'), 1, 100, 1) }],
    send: endpoints.listRange.initiate('premiumsmartphones'),
    expected: { data: { products: [{ name: 'iPhone 13 Pro' }] } },
  },
  {
    title: 'shows one product (CONF-65)',
    given: `the product ${id} is in the shop`,
    name: 'one product',
    request: ['GET', `/api/products/${id}`],
    answer: [200, { success: true, data: product('premiumsmartphones') }],
    send: endpoints.getCatalogProduct.initiate(id),
    expected: { data: { pictures: [{ id: 'iphone-13-pro' }] } },
  },
  {
    title: 'handles a missing product (CONF-42, CONF-65)',
    given: 'the product 000000000000000000000000 is not in the shop',
    name: 'a product that is not there',
    request: ['GET', '/api/products/000000000000000000000000'],
    answer: [404, problemAnswer('not-found', 'Product not found')],
    send: endpoints.getCatalogProduct.initiate('000000000000000000000000'),
    expected: { problem: { status: 404, kind: 'answer', code: 'not-found' } },
  },
  {
    title: 'reads what the products of a wishlist cost now',
    given: `the product ${id} is in the shop`,
    name: 'the products of a wishlist',
    request: ['GET', '/api/products/chosen', { query: { ids: id } }],
    answer: [200, { success: true, data: constrainedArrayLike(product('premiumsmartphones'), 1, 100, 1) }],
    send: wishlistApi.endpoints.listChosenProducts.initiate([id]),
    expected: { data: [{ name: 'iPhone 13 Pro', price: 91_500 }] },
  },
  {
    title: 'lists the devices of a product (CAT-D1)',
    given: `a device of the product ${id} is for sale`,
    name: 'the devices of a product',
    request: ['GET', `/api/products/${id}/devices`],
    answer: [200, { success: true, data: eachLike({ ...product('premiumsmartphones'), ...device }) }],
    send: endpoints.listDevicesOfProduct.initiate(id),
    expected: { data: [{ device: { ofProductId: id, grade: 'B', batteryHealthPercent: 88 } }] },
  },
  {
    title: 'gets suggestions while typing (SIL-09)',
    given: preLoved,
    name: 'suggestions for a beginning',
    request: ['GET', '/api/products/suggestions', { query: { q: 'ipho' } }],
    answer: [
      200,
      {
        success: true,
        data: eachLike({ kind: regex(/^(query|product)$/, 'query'), text: string('iphone 13 pro') }),
      },
    ],
    send: endpoints.suggestProducts.initiate('ipho'),
    expected: { data: [{ kind: 'query', text: 'iphone 13 pro' }] },
  },
] satisfies (EndpointExchange & { title: string })[])('the catalogue pages: $title', (row) =>
  endpointExchange(catalog, row),
);

it("the catalogue pages: reads the shop's promises in the policy record (CONF-06)", () =>
  endpointExchange(order, {
    given: 'the policy of the shop is in force',
    name: 'the promises of the shop',
    request: ['GET', '/api/policy'],
    answer: [
      200,
      {
        success: true,
        data: like({
          shipping: { sentence: string('Free shipping over NPR 200') },
          returns: { sentence: string('30-day money-back guarantee') },
          payments: { sentence: string('Secure payments') },
          support: { sentence: string('24/7 support') },
          warranty: { repairSentence: string('90-day warranty on repairs') },
        }),
      },
    ],
    send: endpoints.getPromises.initiate(),
    expected: { data: { repair: '90-day warranty on repairs' } },
  }));
