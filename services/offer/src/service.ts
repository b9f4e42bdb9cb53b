import { settleOrder } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import { describeService } from '@kinmel/service-kit';
import { createOfferApp } from './app.ts';
import { offerConfigSchema } from './config.ts';
import { createOfferContext, offerModels } from './context.ts';

/** How the service is put together of its environment. */
export const offerService = describeService({
  name: 'offer',
  configSchema: offerConfigSchema,
  models: offerModels,
  start: async (service) => {
    const { config } = service;
    const orders = service.clientOf('order', config.ORDER_URL);
    const context = createOfferContext({
      ...service,
      pictures: await openFolderPictureStore(config.UPLOADS_FOLDER),
      timeZone: config.SHOP_TIME_ZONE,
      holdMs: config.REDEMPTION_HOLD_SECONDS * 1000,
      promoChecksPerMinute: config.PROMO_CHECKS_PER_MINUTE,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
    await context.start();
    return {
      app: createOfferApp(context, service.appOptions),
      port: config.OFFER_PORT,
      stop: () => context.stop(),
    };
  },
});
