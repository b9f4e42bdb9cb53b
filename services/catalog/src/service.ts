import { settleListing, settleOrder } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import { describeService } from '@kinmel/service-kit';
import { createCatalogApp } from './app.ts';
import { catalogConfigSchema } from './config.ts';
import { catalogModels, createCatalogContext } from './context.ts';

/** How the service is put together of its environment. */
export const catalogService = describeService({
  name: 'catalog',
  configSchema: catalogConfigSchema,
  models: catalogModels,
  start: async (service) => {
    const { config } = service;
    const pictures = await openFolderPictureStore(config.UPLOADS_FOLDER, {
      maxBytes: config.UPLOADS_MEGABYTES * 1024 * 1024,
    });

    const orders = service.clientOf('order', config.ORDER_URL);
    const devices = service.clientOf('device', config.DEVICE_URL);
    const context = createCatalogContext({
      ...service,
      pictures,
      holdMs: config.STOCK_HOLD_SECONDS * 1000,
      mailSealKey: config.MAIL_SEAL_KEY,
      alertsPerHour: config.ALERTS_PER_HOUR,
      accountEmail: async (caller) => (await service.appOptions.liveSessions.confirm(caller)).email,
      settleListing: async (id, listedVersion) =>
        (await devices.call(settleListing, { params: { id }, body: { listedVersion } })).state,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
    await context.start();
    service.logger.info({ products: context.search.size }, 'the search index is loaded');

    const health = { ...service.health, search: () => context.searchHealth() };
    return {
      app: createCatalogApp(context, { ...service.appOptions, health }),
      port: config.CATALOG_PORT,
      ready: health,
      stop: () => context.stop(),
    };
  },
});
