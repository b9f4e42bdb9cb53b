import { settleOrder } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import { createServiceClient, openService, runService } from '@kinmel/service-kit';
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
    const pictures = await openFolderPictureStore(config.UPLOADS_FOLDER, {
      maxBytes: config.UPLOADS_MEGABYTES * 1024 * 1024,
    });

    const orders = createServiceClient({
      service: 'order',
      baseUrl: config.ORDER_URL,
      serviceToken: config.SERVICE_TOKEN,
    });
    const context = createCatalogContext({
      connection,
      bus,
      pictures,
      logger,
      instanceId,
      metrics,
      holdMs: config.STOCK_HOLD_SECONDS * 1000,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
    await context.start();
    logger.info({ products: context.search.size }, 'the search index is loaded');

    const health = { ...service.health, search: () => context.searchHealth() };
    return {
      app: createCatalogApp(context, { ...service.appOptions, health }),
      port: config.CATALOG_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        orders.close();
        await service.close();
      },
    };
  },
});
