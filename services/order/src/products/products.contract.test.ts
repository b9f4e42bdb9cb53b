import { fileURLToPath } from 'node:url';
import { createLogger, type EventContext } from '@kinmel/service-kit';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { aSnapshot, productId } from '../testing/product-builder.ts';
import { type ProductCopy, unknownProduct } from './product-copy.rules.ts';
import { productsSubscriptions } from './products.subscriptions.ts';

const { boolean, integer, regex, string, uuid, like } = MatchersV3;

const pact = new Pact({
  consumer: 'order',
  provider: 'catalog',
  dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'error',
});

const envelope = (type: string) => ({
  eventId: uuid('7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11'),
  type,
  version: 1,
  aggregateId: regex(/^[0-9a-f]{24}$/, productId),
  aggregateVersion: integer(3),
  occurredAt: regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '2026-11-20T10:00:00.000Z'),
});

const example = aSnapshot();
// Only what order reads: catalog may add to it, and may not take any of it away.
const snapshot = {
  productId: regex(/^[0-9a-f]{24}$/, productId),
  name: string(example.name),
  brand: string(example.brand),
  category: regex(/^[a-z]+$/, example.category),
  priceInMinorUnits: integer(example.priceInMinorUnits),
  oldPriceInMinorUnits: integer(example.oldPriceInMinorUnits ?? 0),
  image: string(example.image),
  inStock: boolean(true),
  specs: like({ storage: string('256 GB') }),
};

/** Handles a message as the running service would, with copies in memory. */
async function receive(content: unknown): Promise<ProductCopy> {
  let copy = unknownProduct(productId);
  const subscriptions = productsSubscriptions({
    productCopies: {
      find: async () => copy,
      saveMany: async ([next]) => {
        copy = next ?? copy;
      },
      findMany: async () => [copy],
      count: async () => 1,
    },
  });
  const type =
    typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined;
  const subscription = subscriptions.find(({ definition }) => definition.type === type);
  if (subscription === undefined) throw new Error(`Order does not listen to ${String(type)}.`);
  const context: EventContext = {
    // The handlers pass the session on and never look into it.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'order', level: 'silent' }),
  };
  await subscription.handle(subscription.parse(content), context);
  return copy;
}

function expectMessage(type: string, data: object) {
  return pact.addAsynchronousInteraction().expectsToReceive(type, (message) => {
    message
      .withMetadata({ routingKey: type, contentType: 'application/json' })
      .withJSONContent({ ...envelope(type), data });
  });
}

describe('what order needs of catalog’s events', () => {
  it.each(['product.created', 'product.updated'])(
    '%s brings the product as an order shows and prices it',
    async (type) => {
      await expectMessage(type, snapshot).executeTest(async ({ contents }) => {
        const copy = await receive(contents.content);
        expect(copy.snapshot).toEqual({ version: 3, product: example });
      });
    },
  );

  it('product.deleted names the product', async () => {
    await expectMessage('product.deleted', { productId: regex(/^[0-9a-f]{24}$/, productId) }).executeTest(
      async ({ contents }) => {
        expect((await receive(contents.content)).snapshot).toEqual({ version: 3, product: null });
      },
    );
  });

  it('stock.changed says whether it can be bought', async () => {
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
