import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '@kinmel/testing';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import { MessageProviderPact, providerWithMetadata } from '@pact-foundation/pact';
import request from 'supertest';
import { reserveStock } from '../stock/reserve-stock.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';

/** Services that wrote down what they need of catalog's events. */
const consumers = ['order'];

let database: TestDatabase;
let catalog: TestCatalog;
let tokens: TestTokens;

beforeAll(async () => {
  database = await testDatabase('catalog-events');
  tokens = testTokens();
  catalog = await startTestCatalog({ connection: database.connection, jwks: tokens.source });
});

afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const phone = {
  name: 'Pixel 10',
  brand: 'Google',
  description: 'A phone.',
  price: 114_900,
  oldPrice: 129_900,
  category: 'smartphone',
  stock: 6,
  image: 'https://pictures.example/pixel-10.webp',
  specs: { storage: '128 GB', color: 'Indigo' },
};

const admin = () => ({ Authorization: `Bearer ${tokens.admin()}` });

async function add(): Promise<string> {
  const { body } = await request(catalog.server).post('/api/products').set(admin()).send(phone).expect(201);
  return body.data.id;
}

/** The event as the running service publishes it after a real call. */
function published(type: string, cause: (id: string) => Promise<unknown>) {
  return providerWithMetadata(
    async () => {
      const id = await add();
      await cause(id);
      return eventually(
        () => catalog.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false,
      );
    },
    { routingKey: type, contentType: 'application/json' },
  );
}

it.each(consumers)(
  'catalog publishes what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../../pacts/${consumer}-catalog.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    await new MessageProviderPact({
      provider: 'catalog',
      pactUrls: [pact],
      logLevel: 'error',
      messageProviders: {
        'product.created': published('product.created', async () => undefined),
        'product.updated': published('product.updated', (id) =>
          request(catalog.server)
            .put(`/api/products/${id}`)
            .set(admin())
            .send({ name: 'Renamed' })
            .expect(200),
        ),
        'product.deleted': published('product.deleted', (id) =>
          request(catalog.server).delete(`/api/products/${id}`).set(admin()).expect(200),
        ),
        'stock.changed': published('stock.changed', (id) =>
          reserveStock(catalog.context, { reservationId: id, lines: [{ productId: id, quantity: 1 }] }),
        ),
      },
    }).verify();
  },
  60_000,
);
