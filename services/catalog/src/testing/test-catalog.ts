import { emptyProductTexts } from '@kinmel/contracts';
import { createPictureStore } from '@kinmel/pictures';
import { createMemoryBus, type MemoryBus, openFolderObjects, pick } from '@kinmel/service-kit';
import {
  startTestService,
  type TestDatabase,
  type TestTokens,
  testDatabase,
  testTokens,
} from '@kinmel/testing/servers';
import type mongoose from 'mongoose';
import { catalogApp } from '../app.ts';
import { type CatalogContextOptions, catalogModels, createCatalogContext } from '../context.ts';
import { createProduct } from '../products/changes/create-product.ts';
import { createProductModel } from '../products/products.store.ts';
import { settleOverdue } from '../stock/settle-overdue.ts';

/** Encrypts the tokens of alerts. */
export const testSealKey = Buffer.alloc(32, 3).toString('base64');

/** One instance of the service: real database, in-memory bus, its own pictures. */
export async function startTestCatalog(options: {
  readonly connection: mongoose.Connection;
  /** No user is signed in by default. */
  readonly tokens?: Pick<TestTokens, 'source' | 'liveSessions'>;
  /** Set for a second instance. */
  readonly bus?: MemoryBus;
  readonly uploadsFolder?: string;
  /** Unlimited by default. */
  readonly uploadsMaxBytes?: number;
  readonly now?: () => Date;
  readonly settleOrder?: CatalogContextOptions['settleOrder'];
  readonly settleListing?: CatalogContextOptions['settleListing'] | undefined;
  readonly accountEmail?: CatalogContextOptions['accountEmail'];
  /** Required by `/internal` addresses. */
  readonly serviceToken?: string;
}) {
  const { connection, tokens = testTokens(), bus = createMemoryBus(), serviceToken } = options;
  const started = await startTestService('catalog', {
    connection,
    bus,
    tokens,
    models: catalogModels,
    folder: options.uploadsFolder,
    createContext: async (common, folder) =>
      createCatalogContext({
        ...common,
        ...pick(options, 'now', 'settleOrder', 'settleListing', 'accountEmail'),
        pictures: createPictureStore(await openFolderObjects(folder), { maxBytes: options.uploadsMaxBytes }),
        holdMs: 60_000,
        mailSealKey: testSealKey,
        alertsPerHour: 40,
      }),
    appOf: catalogApp,
    serviceToken,
  });
  return {
    ...started,
    /** Runs one sweep of overdue holds. */
    settleOverdue: () => settleOverdue(started.context, started.context.logger),
    bus,
    model: createProductModel(connection),
    uploadsFolder: started.folder,
  };
}

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;

/** One instance for the tests of a file, with a database of its own. */
export function useTestCatalog(options: Omit<Parameters<typeof startTestCatalog>[0], 'connection'> = {}) {
  const tokens = testTokens();
  const catalog = { tokens } as TestCatalog & {
    readonly database: TestDatabase;
    readonly tokens: TestTokens;
  };
  beforeAll(async () => {
    const database = await testDatabase('catalog');
    const started = await startTestCatalog({ connection: database.connection, tokens, ...options });
    Object.assign(catalog, started, { database });
  });
  afterAll(async () => {
    await catalog.stop();
    await catalog.database.drop();
  });
  return catalog;
}

type NewProduct = Parameters<typeof createProduct>[1];

/** Adds a product with its event, for tests of other services. */
export async function putProduct(
  { context }: TestCatalog,
  {
    category = 'smartphone',
    stock,
    ...fields
  }: Pick<NewProduct, 'name' | 'price'> & Partial<Pick<NewProduct, 'category'>> & { readonly stock: number },
): Promise<string> {
  const { id } = await createProduct(context, {
    ...emptyProductTexts,
    ...fields,
    category,
    brand: 'Samsung',
    description: 'A product of a test.',
    oldPrice: null,
    featured: false,
    inStock: stock > 0,
    stock,
    image: '',
    specs: {},
  });
  return id;
}
