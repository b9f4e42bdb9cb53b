import { openFolderPictureStore } from '@kinmel/pictures';
import { openService, runService } from '@kinmel/service-kit';
import { createCatalogApp } from './app.ts';
import { catalogConfigSchema } from './config.ts';
import { catalogModels, createCatalogContext } from './context.ts';

await runService({
  name: 'catalog',
  start: async (serviceContext) => {
    const { logger, metrics, instanceId } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: catalogConfigSchema,
      models: catalogModels,
    });
    const { config, connection, bus } = service;
    const pictures = await openFolderPictureStore(config.UPLOADS_FOLDER);

    const context = createCatalogContext({ connection, bus, pictures, logger, instanceId, metrics });
    await context.start();
    logger.info({ products: context.search.size }, 'the search index is loaded');

    const health = { ...service.health, search: () => context.searchHealth() };
    return {
      app: createCatalogApp(context, { ...service.appOptions, health }),
      port: config.CATALOG_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        await service.close();
      },
    };
  },
});
