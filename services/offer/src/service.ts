import { settleOrder } from '@kinmel/contracts';
import { createPictureStore } from '@kinmel/pictures';
import { describeService, openObjects } from '@kinmel/service-kit';
import { offerApp } from './app.ts';
import { offerConfigSchema } from './config.ts';
import { createOfferContext, offerModels } from './context.ts';

/** Defines how the service is built from its environment. */
export const offerService = describeService({
  name: 'offer',
  configSchema: offerConfigSchema,
  models: offerModels,
  createContext: async (service, config) => {
    const orders = service.clientOf('order', config.ORDER_URL);
    return createOfferContext({
      ...service,
      pictures: createPictureStore(await openObjects(config, 'UPLOADS_FOLDER')),
      timeZone: config.SHOP_TIME_ZONE,
      holdMs: config.REDEMPTION_HOLD_SECONDS * 1000,
      promoChecksPerMinute: config.PROMO_CHECKS_PER_MINUTE,
      settleOrder: async (orderId) => (await orders.call(settleOrder, { params: { orderId } })).state,
    });
  },
  appOf: offerApp,
});
