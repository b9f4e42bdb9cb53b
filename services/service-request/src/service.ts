import { createPersonalPhotos } from '@kinmel/pictures';
import { describeService, openObjects } from '@kinmel/service-kit';
import { serviceRequestApp } from './app.ts';
import { retentionOf, serviceRequestConfigSchema, slotCalendarOf } from './config.ts';
import { createServiceRequestContext, serviceRequestModels } from './context.ts';
import { productsFrom } from './products/fill-product-copies.ts';
import { rateReader } from './requests/rate-in-force.ts';
import type { RequestsPerHour } from './requests/request-limits.store.ts';
import { orderFrom } from './returns/claim-return.ts';
import { phonesOf } from './sell-requests/receipts.ts';

/** Defines how the service is built from its environment. */
export const serviceRequestService = describeService({
  name: 'service-request',
  configSchema: serviceRequestConfigSchema,
  models: serviceRequestModels,
  createContext: async (service, config) => {
    const catalog = service.clientOf('catalog', config.CATALOG_URL);
    const order = service.clientOf('order', config.ORDER_URL);
    return createServiceRequestContext({
      ...service,
      photos: createPersonalPhotos(await openObjects(config, 'REQUEST_PHOTOS_FOLDER')),
      trackingKey: config.TRACKING_KEY,
      mailSealKey: config.MAIL_SEAL_KEY,
      deviceKey: config.DEVICE_KEY,
      calendar: slotCalendarOf(config),
      readProducts: productsFrom(catalog),
      order: orderFrom(order),
      readRate: rateReader(order),
      phones: phonesOf(service.clientOf('device', config.DEVICE_URL)),
      quoteDays: config.SELL_QUOTE_DAYS,
      retention: retentionOf(config),
      perHour: {
        'sell-request': config.SELL_REQUESTS_PER_HOUR,
        'repair-booking': config.REPAIR_BOOKINGS_PER_HOUR,
        'phone-order': config.PHONE_ORDERS_PER_HOUR,
        return: config.RETURNS_PER_HOUR,
        'return-photo': config.RETURN_PHOTOS_PER_HOUR,
        'repair-move': config.REPAIR_MOVES_PER_HOUR,
        'moves-of-one-repair': config.MOVES_OF_ONE_REPAIR_PER_HOUR,
        'answers-of-one-request': config.ANSWERS_OF_ONE_REQUEST_PER_HOUR,
      } satisfies RequestsPerHour,
    });
  },
  appOf: serviceRequestApp,
});
