import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFolderPictureStore } from '@kinmel/pictures';
import {
  createLogger,
  createMemoryBus,
  createMetrics,
  createTokenVerifier,
  type JsonWebKeySet,
  type MemoryBus,
  migrateIndexes,
  mongoHealth,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createCatalogApp } from '../app.ts';
import { type CatalogContext, createCatalogContext } from '../context.ts';
import { createProductModel, type ProductModel } from '../products/products.store.ts';

/** One instance of the service in this process, for component tests: real database, bus in memory, own pictures. */
export interface TestCatalog {
  readonly context: CatalogContext;
  readonly server: http.Server;
  readonly bus: MemoryBus;
  readonly model: ProductModel;
  readonly uploadsFolder: string;
  stop(): Promise<void>;
}

export async function startTestCatalog(options: {
  readonly connection: mongoose.Connection;
  readonly jwks: () => Promise<JsonWebKeySet>;
  /** Given to put a second instance beside the first. */
  readonly bus?: MemoryBus;
  readonly uploadsFolder?: string;
  readonly now?: () => Date;
}): Promise<TestCatalog> {
  const { connection, jwks, bus = createMemoryBus(), now } = options;
  const model = createProductModel(connection);
  await migrateIndexes(connection, [model]);
  const uploadsFolder = options.uploadsFolder ?? (await mkdtemp(path.join(tmpdir(), 'kinmel-uploads-')));
  const logger = createLogger({ service: 'catalog', level: 'silent' });
  const context = createCatalogContext({
    connection,
    bus,
    pictures: await openFolderPictureStore(uploadsFolder),
    logger,
    instanceId: `test-${Math.random()}`,
    ...(now ? { now } : {}),
  });
  await context.start();
  const app = createCatalogApp(context, {
    verifier: createTokenVerifier({ jwks }),
    metrics: createMetrics('catalog'),
    health: { mongo: () => mongoHealth(connection), search: () => context.searchHealth() },
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    context,
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
