import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyProductTexts } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import {
  createLogger,
  createMemoryBus,
  createMetrics,
  createTokenVerifier,
  type MemoryBus,
  migrateIndexes,
  mongoHealth,
} from '@kinmel/service-kit';
import { type TestTokens, testTokens } from '@kinmel/testing/servers';
import type mongoose from 'mongoose';
import { createCatalogApp } from '../app.ts';
import { type CatalogContextOptions, catalogModels, createCatalogContext } from '../context.ts';
import { createProduct } from '../products/changes/create-product.ts';
import { createProductModel } from '../products/products.store.ts';
import { settleOverdue } from '../stock/settle-overdue.ts';

/** Seals the tokens of alerts. */
export const testSealKey = Buffer.alloc(32, 3).toString('base64');

/** One instance of the service: real database, in-memory bus, its own pictures. */
export async function startTestCatalog(options: {
  readonly connection: mongoose.Connection;
  /** Nobody is signed in by default. */
  readonly tokens?: Pick<TestTokens, 'source' | 'liveSessions'>;
  /** For a second instance. */
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
  const { connection, tokens = testTokens(), bus = createMemoryBus(), now } = options;
  const model = createProductModel(connection);
  await migrateIndexes(connection, catalogModels(connection));
  const uploadsFolder = options.uploadsFolder ?? (await mkdtemp(path.join(tmpdir(), 'kinmel-uploads-')));
  const logger = createLogger({ service: 'catalog', level: 'silent' });
  const context = createCatalogContext({
    connection,
    bus,
    pictures: await openFolderPictureStore(uploadsFolder, { maxBytes: options.uploadsMaxBytes }),
    logger,
    instanceId: `test-${Math.random()}`,
    holdMs: 60_000,
    mailSealKey: testSealKey,
    alertsPerHour: 40,
    retryDelaysMs: [20, 40],
    ...(now ? { now } : {}),
    ...(options.settleOrder ? { settleOrder: options.settleOrder } : {}),
    ...(options.settleListing ? { settleListing: options.settleListing } : {}),
    ...(options.accountEmail ? { accountEmail: options.accountEmail } : {}),
  });
  await context.start();
  const app = createCatalogApp(context, {
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    serviceToken: options.serviceToken,
    metrics: createMetrics('catalog'),
    health: { mongo: () => mongoHealth(connection), search: () => context.searchHealth() },
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    context,
    /** Runs one sweep of overdue holds. */
    settleOverdue: () => settleOverdue(context, logger),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    bus,
    model,
    uploadsFolder,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await context.stop();
      await rm(uploadsFolder, { recursive: true, force: true });
    },
  };
}

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;

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
