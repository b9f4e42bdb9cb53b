import {
  contractBetween,
  expectEvent,
  handleMessage,
  instant,
  serviceCalls,
} from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { fillProductCopies, productsFrom } from './fill-product-copies.ts';
import type { ProductCopiesStore } from './product-copies.store.ts';
import type { ProductCopy } from './product-copy.rules.ts';
import { productsSubscriptions } from './products.subscriptions.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const pact = contractBetween('service-request', 'catalog');

const productId = '25ee728f50f0dfc3eee9b45d';
const id = regex(/^[0-9a-f]{24}$/, productId);
const specs = like({ storage: string('128 GB'), color: string('Graphite') });
const copy: ProductCopy = {
  productId,
  version: 3,
  name: 'iPhone 13 Pro',
  priceInMinorUnits: 9_150_000,
  currency: 'NPR',
  color: 'Graphite',
  storage: '128 GB',
};

function emptyStore(): { productCopies: ProductCopiesStore; savedCopies: ProductCopy[] } {
  const savedCopies: ProductCopy[] = [];
  const productCopies: ProductCopiesStore = {
    keepNewer: async (copies) => void savedCopies.push(...copies),
    listByName: async () => [],
    isFilled: async () => false,
    noteFilled: async () => undefined,
  };
  return { productCopies, savedCopies };
}

/** Handles a message as the service would, and returns the copies. */
async function receive(content: unknown): Promise<readonly ProductCopy[]> {
  const { productCopies, savedCopies } = emptyStore();
  await handleMessage(productsSubscriptions({ productCopies }), content);
  return savedCopies;
}

const expectMessage = (type: string, data: object) =>
  expectEvent(pact, { type, aggregateId: id, aggregateVersion: 3, data });

describe('service-request needs of catalog', () => {
  it.each(['product.created', 'product.updated'])(
    '%s contains the fields that price a phone order (CONF-33, SR-C1)',
    async (type) => {
      await expectMessage(type, {
        productId: id,
        name: string('iPhone 13 Pro'),
        brand: string('Apple'),
        category: regex(/^[a-z]+$/, 'premiumsmartphones'),
        priceInMinorUnits: integer(9_150_000),
        oldPriceInMinorUnits: integer(13_190_000),
        currency: 'NPR',
        image: string('/uploads/c0ffee00c0ffee00/640.webp'),
        inStock: boolean(true),
        lowStockCount: nullValue(),
        specs,
      }).executeTest(async ({ contents }) => {
        expect(await receive(contents.content)).toEqual([copy]);
      });
    },
  );

  it('product.deleted contains the product id (SR-C2)', async () => {
    await expectMessage('product.deleted', { productId: id }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject([{ productId, version: 3, name: null }]);
    });
  });

  it('the product list fills the copies (CONF-33)', async () => {
    const { productCopies, savedCopies } = emptyStore();
    await serviceCalls('service-request', 'catalog')(
      {
        given: 'a pre-loved iPhone 13 Pro is in the shop',
        name: 'a page of products to be copied',
        request: ['GET', '/api/products', { query: { page: '1', limit: '100' } }],
        answer: {
          data: eachLike({
            _id: id,
            id,
            name: string('iPhone 13 Pro'),
            brand: string('Apple'),
            description: string('A phone.'),
            category: regex(/^[a-z]+$/, 'premiumsmartphones'),
            price: number(91_500),
            oldPrice: number(131_900),
            currency: 'NPR',
            featured: boolean(false),
            inStock: boolean(true),
            lowStockCount: integer(3),
            image: string('/uploads/c0ffee00c0ffee00/640.webp'),
            pictures: [],
            specs: { storage: string('128 GB') },
            createdAt: instant('2026-01-15T06:00:00.000Z'),
            updatedAt: instant('2026-01-15T06:00:00.000Z'),
            version: integer(3),
          }),
          pagination: {
            page: 1,
            limit: 100,
            total: integer(1),
            totalPages: 1,
            hasPrev: boolean(false),
            hasNext: boolean(false),
          },
          facets: like({
            category: eachLike({ value: string('premiumsmartphones'), count: integer(1) }),
            brand: eachLike({ value: string('Apple'), count: integer(1) }),
            price: { min: number(91_500), max: number(91_500) },
            inStock: integer(1),
          }),
        },
      },
      (catalog) => fillProductCopies({ productCopies, now: () => new Date() }, productsFrom(catalog)),
    );
    expect(savedCopies).toEqual([{ ...copy, color: '' }]);
  });
});
