import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import { type ProductCopy, unknownProduct } from './copies.rules.ts';
import { productsSubscriptions } from './copies.subscriptions.ts';

const { boolean, integer, like, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('order', 'catalog');

const example = aSnapshot();
// Only the fields that order reads: catalog may add others and may not remove these.
const snapshot = {
  productId: regex(/^[0-9a-f]{24}$/, productId),
  name: string(example.name),
  brand: string(example.brand),
  category: regex(/^[a-z]+$/, example.category),
  priceInMinorUnits: integer(example.priceInMinorUnits),
  oldPriceInMinorUnits: integer(example.oldPriceInMinorUnits ?? 0),
  image: string(example.image),
  inStock: boolean(true),
  lowStockCount: nullValue(),
  specs: like({ storage: string('256 GB') }),
};

/** Handles a message as the running service does, with copies in memory. */
async function receive(content: unknown): Promise<ProductCopy> {
  let copy = unknownProduct(productId);
  const subscriptions = productsSubscriptions({
    productCopies: {
      save: async (next) => {
        copy = next;
      },
      findMany: async () => [copy],
      count: async () => 1,
    },
  });
  await handleMessage(subscriptions, content);
  return copy;
}

const expectMessage = (type: string, data: object) =>
  expectEvent(pact, { type, aggregateId: regex(/^[0-9a-f]{24}$/, productId), aggregateVersion: 3, data });

describe('what order needs from catalog’s events', () => {
  it.each(['product.created', 'product.updated'])(
    '%s has the fields with which an order shows and prices the product',
    async (type) => {
      await expectMessage(type, snapshot).executeTest(async ({ contents }) => {
        const copy = await receive(contents.content);
        expect(copy.snapshot).toEqual({ version: 3, product: example });
      });
    },
  );

  it('product.deleted has the id of the product', async () => {
    await expectMessage('product.deleted', { productId: regex(/^[0-9a-f]{24}$/, productId) }).executeTest(
      async ({ contents }) => {
        expect((await receive(contents.content)).snapshot).toEqual({ version: 3, product: null });
      },
    );
  });

  it('stock.changed has the availability', async () => {
    await expectMessage('stock.changed', {
      productId: regex(/^[0-9a-f]{24}$/, productId),
      inStock: boolean(true),
      lowStockCount: integer(3),
    }).executeTest(async ({ contents }) => {
      expect((await receive(contents.content)).stock).toEqual({
        version: 3,
        inStock: true,
        lowStockCount: 3,
      });
    });
  });
});
