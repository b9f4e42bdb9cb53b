import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { productCategories } from '@kinmel/contracts';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import { Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { aProduct, idNumber } from '../product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../test-catalog.ts';
import { createProductModel, createProductsStore } from './products.store.ts';

/** Pages that wrote down what they need of catalog's answers. */
const consumers = ['mfe-catalog'];

const pactSchema = z.object({
  interactions: z.array(
    z.object({
      request: z.object({ path: z.string() }),
      response: z.object({ status: z.number() }),
    }),
  ),
});

const picture = {
  id: 'c0ffee00c0ffee00',
  alt: 'Pixel 10, back and front',
  width: 1000,
  height: 1000,
  dominantColor: '#4b5a8c',
  hasTransparency: true,
};

let database: TestDatabase;
let tokens: TestTokens;
let catalog: TestCatalog | undefined;

beforeAll(async () => {
  database = await testDatabase('catalog-answers');
  tokens = testTokens();
});

afterEach(async () => {
  await catalog?.stop();
  catalog = undefined;
  await database.empty();
});

afterAll(() => database.drop());

const ownPath = /^\/api\/products\/([0-9a-f]{24})$/;

/** A shop that has every category, and each product that the pact asks for by its id. */
async function fillShop(pact: string): Promise<void> {
  const { interactions } = pactSchema.parse(JSON.parse(readFileSync(pact, 'utf8')));
  const asked = interactions.flatMap(({ request, response }) => {
    const id = response.status === 200 ? ownPath.exec(request.path)?.[1] : undefined;
    return id ? [id] : [];
  });
  const products = createProductsStore(createProductModel(database.connection));
  const ids = [...new Set([...asked, ...productCategories.map((_, n) => idNumber(0xf00 + n))])];
  for (const [n, id] of ids.entries()) {
    const category = productCategories[n % productCategories.length] ?? 'smartphone';
    await products.insert(
      aProduct({
        id,
        category,
        stock: n === 0 ? 3 : 20,
        image: `/uploads/${picture.id}/640.webp`,
        pictures: [picture],
        specs: {
          storage: '128 GB',
          display: '6.3 inch',
          battery: '4970 mAh',
          camera: '48 MP',
          color: 'Indigo',
        },
      }),
      [],
    );
  }
}

it.each(consumers)(
  'catalog answers what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../../pacts/${consumer}-catalog.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    await fillShop(pact);
    catalog = await startTestCatalog({ connection: database.connection, jwks: tokens.source });
    const address = catalog.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
    await new Verifier({
      provider: 'catalog',
      providerBaseUrl: `http://127.0.0.1:${address.port}`,
      pactUrls: [pact],
      logLevel: 'error',
    }).verifyProvider();
  },
  60_000,
);
