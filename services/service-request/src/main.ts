import { createServiceClient, openService, runService } from '@kinmel/service-kit';
import { createServiceRequestApp } from './app.ts';
import { retentionOf, serviceRequestConfigSchema, slotCalendarOf } from './config.ts';
import { createServiceRequestContext, serviceRequestModels } from './context.ts';
import { openRequestPhotos } from './photos/request-photos.ts';
import { productsFrom } from './products/fill-product-copies.ts';
import { rateFrom } from './requests/rate-in-force.ts';
import { ordersFrom } from './returns/returns.routes.ts';

await runService({
  name: 'service-request',
  start: async (serviceContext) => {
    const { logger, metrics, instanceId } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: serviceRequestConfigSchema,
      models: serviceRequestModels,
    });
    const { config, connection, bus } = service;
    const catalog = createServiceClient({ service: 'catalog', baseUrl: config.CATALOG_URL });
    const serviceToken = config.SERVICE_TOKEN;
    const order = createServiceClient({ service: 'order', baseUrl: config.ORDER_URL, serviceToken });
    const context = createServiceRequestContext({
      connection,
      bus,
      photos: await openRequestPhotos(config.REQUEST_PHOTOS_FOLDER),
      logger,
      instanceId,
      metrics,
      trackingKey: config.TRACKING_KEY,
      mailSealKey: config.MAIL_SEAL_KEY,
      calendar: slotCalendarOf(config),
      readProducts: productsFrom(catalog),
      readOrder: ordersFrom(order),
      readRate: rateFrom(order),
      quoteDays: config.SELL_QUOTE_DAYS,
      isAdminBrowser: service.isAdminBrowser,
      retention: retentionOf(config),
      perHour: {
        'sell-request': config.SELL_REQUESTS_PER_HOUR,
        'repair-booking': config.REPAIR_BOOKINGS_PER_HOUR,
        'phone-order': config.PHONE_ORDERS_PER_HOUR,
        return: config.RETURNS_PER_HOUR,
        'return-photo': config.RETURN_PHOTOS_PER_HOUR,
        'repair-move': config.REPAIR_MOVES_PER_HOUR,
        'moves-of-one-repair': config.MOVES_OF_ONE_REPAIR_PER_HOUR,
      },
    });
    await context.start();
    return {
      app: createServiceRequestApp(context, service.appOptions),
      port: config.SERVICE_REQUEST_PORT,
      ready: service.health,
      stop: async () => {
        await context.stop();
        catalog.close();
        order.close();
        await service.close();
      },
    };
  },
});
