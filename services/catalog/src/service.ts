import { settleListing, settleOrder } from '@kinmel/contracts';
import { createPictureStore } from '@kinmel/pictures';
import { describeService, openObjects } from '@kinmel/service-kit';
import { catalogApp } from './app.ts';
import { catalogConfigSchema } from './config.ts';
import { catalogModels, createCatalogContext } from './context.ts';

/** Defines how the service is built from its environment. */
export const catalogService = describeService({
  name: 'catalog',
  configSchema: catalogConfigSchema,
  models: catalogModels,
  createContext: async (service, config) => {
    const orders = service.clientOf('order', config.ORDER_URL);
    const devices = service.clientOf('device', config.DEVICE_URL);
    return createCatalogContext({
      ...service,
      pictures: createPictureStore(await openObjects(config, 'UPLOADS_FOLDER'), {
        maxBytes: config.UPLOADS_MEGABYTES * 1024 * 1024,
      }),
      holdMs: config.STOCK_HOLD_SECONDS * 1000,
      mailSealKey: config.MAIL_SEAL_KEY,
      alertsPerHour: config.ALERTS_PER_HOUR,
      accountEmail: async (caller) => (await service.appOptions.liveSessions.confirm(caller)).email,
      settleListing: async (id, listedVersion) =>
        (await devices.call(settleListing, { params: { id }, body: { listedVersion } })).state,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
  },
  appOf: catalogApp,
});
