import {
  connectMongo,
  createRabbitBus,
  createTokenVerifier,
  databaseNameOf,
  keySetSource,
  migrateIndexes,
  mongoHealth,
  readConfig,
  runService,
  verifyIndexes,
} from '@kinmel/service-kit';
import { createCatalogApp } from './app.ts';
import { catalogConfigSchema } from './config.ts';
import { createCatalogContext } from './context.ts';
import { openFolderPictureStore } from './images/folder-picture-store.ts';
import { createProductModel } from './products/products.store.ts';

await runService({
  name: 'catalog',
  start: async ({ logger, metrics, instanceId }) => {
    const config = readConfig(catalogConfigSchema);
    const databaseName = databaseNameOf('catalog', config.MONGODB_DB_PREFIX);
    const [connection, bus, pictures] = await Promise.all([
      connectMongo({ uri: config.MONGODB_URI, databaseName, logger }),
      createRabbitBus({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, service: 'catalog', logger }),
      openFolderPictureStore(config.UPLOADS_FOLDER),
    ]);
    const models = [createProductModel(connection)];
    if (config.MIGRATE_AT_START) await migrateIndexes(connection, models);
    await verifyIndexes(connection, models);

    const context = createCatalogContext({ connection, bus, pictures, logger, instanceId, metrics });
    await context.start();
    logger.info({ products: context.search.size }, 'the search index is loaded');

    const health = {
      mongo: () => mongoHealth(connection),
      broker: () => bus.health(),
      search: () => context.searchHealth(),
    };
    return {
      app: createCatalogApp(context, {
        verifier: createTokenVerifier({ jwks: keySetSource(config) }),
        metrics,
        health,
      }),
      port: config.CATALOG_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        await bus.close();
        await connection.close();
      },
    };
  },
});
