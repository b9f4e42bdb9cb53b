import { settleOrder } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import { createServiceClient, openService, runService } from '@kinmel/service-kit';
import { createOfferApp } from './app.ts';
import { offerConfigSchema } from './config.ts';
import { createOfferContext, offerModels } from './context.ts';

await runService({
  name: 'offer',
  start: async (serviceContext) => {
    const { logger, metrics, instanceId } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: offerConfigSchema,
      models: offerModels,
    });
    const { config, connection, bus } = service;
    const orders = createServiceClient({
      service: 'order',
      baseUrl: config.ORDER_URL,
      serviceToken: config.SERVICE_TOKEN,
    });
    const context = createOfferContext({
      connection,
      bus,
      pictures: await openFolderPictureStore(config.UPLOADS_FOLDER),
      logger,
      instanceId,
      metrics,
      timeZone: config.SHOP_TIME_ZONE,
      holdMs: config.REDEMPTION_HOLD_SECONDS * 1000,
      promoChecksPerMinute: config.PROMO_CHECKS_PER_MINUTE,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
    await context.start();
    return {
      app: createOfferApp(context, service.appOptions),
      port: config.OFFER_PORT,
      ready: service.health,
      stop: async () => {
        await context.stop();
        orders.close();
        await service.close();
      },
    };
  },
});
