import { createServiceClient, openService, runService } from '@kinmel/service-kit';
import { createOrderApp } from './app.ts';
import { orderConfigSchema } from './config.ts';
import { createOrderContext, orderModels } from './context.ts';
import { openMethods } from './payments/methods/methods.ts';
import { createServiceClients } from './placing/service-clients.ts';

await runService({
  name: 'order',
  start: async (serviceContext) => {
    const { logger, metrics, instanceId } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: orderConfigSchema,
      models: orderModels,
    });
    const { config, connection, bus, health } = service;

    const contact = { address: config.SHOP_ADDRESS, email: config.SHOP_EMAIL, phone: config.SHOP_PHONE };
    const serviceToken = config.SERVICE_TOKEN;
    const catalog = createServiceClient({ service: 'catalog', baseUrl: config.CATALOG_URL, serviceToken });
    const offer = createServiceClient({ service: 'offer', baseUrl: config.OFFER_URL, serviceToken });
    const context = createOrderContext({
      connection,
      bus,
      contact,
      social: config.SHOP_SOCIAL_LINKS,
      timeZone: config.SHOP_TIME_ZONE,
      closedDays: config.SHOP_CLOSED_DAYS,
      logger,
      instanceId,
      metrics,
      serviceClients: createServiceClients({ catalog, offer }),
      cardProvider: openMethods(config),
      limits: {
        ordersPerHour: config.ORDERS_PER_HOUR,
        linePieces: config.ORDER_MAX_LINE_PIECES,
        orderPieces: config.ORDER_MAX_PIECES,
        openOrders: config.ORDER_MAX_OPEN_ORDERS,
        openPieces: config.ORDER_MAX_OPEN_PIECES,
      },
    });
    await context.start();

    return {
      app: createOrderApp(context, service.appOptions),
      port: config.ORDER_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        catalog.close();
        offer.close();
        await service.close();
      },
    };
  },
});
