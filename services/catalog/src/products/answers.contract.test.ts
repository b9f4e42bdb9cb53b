import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import { Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';
import { createProductModel, createProductsStore } from './products.store.ts';

/** Pages that wrote down what they need of catalog's answers. */
const consumers = ['mfe-catalog'];

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

const iphone = aProduct({
  id: '25ee728f50f0dfc3eee9b45d',
  name: 'iPhone 13 Pro',
  brand: 'Apple',
  category: 'premiumsmartphones',
  priceInMinorUnits: 9_150_000,
  oldPriceInMinorUnits: 13_190_000,
  stock: 3,
  image: `/uploads/${picture.id}/640.webp`,
  pictures: [picture],
});

const macbook = { ...iphone, id: idNumber(2), name: 'MacBook Air', category: 'laptop' as const };

/** The shop of this test is the same in every state; a state that it does not know fails. */
const states = {
  'a laptop is in the shop': async () => undefined,
  'a pre-loved iPhone 13 Pro is in the shop': async () => undefined,
  'the product 25ee728f50f0dfc3eee9b45d is in the shop': async () => undefined,
  'the product 000000000000000000000000 is not in the shop': async () => undefined,
};

const pactSchema = z.object({
  interactions: z.array(
    z.object({ providerStates: z.array(z.object({ name: z.enum(Object.keys(states)) })).optional() }),
  ),
});

it.each(consumers)(
  'catalog answers what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../../pacts/${consumer}-catalog.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    pactSchema.parse(JSON.parse(readFileSync(pact, 'utf8')));
    const products = createProductsStore(createProductModel(database.connection));
    for (const product of [iphone, macbook]) await products.insert(product, []);
    catalog = await startTestCatalog({ connection: database.connection, jwks: tokens.source });
    const address = catalog.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
    await new Verifier({
      provider: 'catalog',
      providerBaseUrl: `http://127.0.0.1:${address.port}`,
      pactUrls: [pact],
      stateHandlers: states,
      logLevel: 'error',
    }).verifyProvider();
  },
  60_000,
);
