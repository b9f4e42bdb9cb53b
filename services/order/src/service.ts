import { samplePan } from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import { contactOf, describeService, openObjects } from '@kinmel/service-kit';
import { orderApp } from './app.ts';
import { orderConfigSchema } from './config.ts';
import { createOrderContext, orderModels } from './context.ts';
import { openMethods } from './payments/methods/methods.ts';
import { confirmStaffBy, createServiceClients } from './placing/service-clients.ts';
import { policyContent } from './policy/policy-content.ts';
import { askServiceRequest } from './returns/claim-return.ts';

/** Defines how the service is built from its environment. */
export const orderService = describeService({
  name: 'order',
  configSchema: orderConfigSchema,
  models: orderModels,
  createContext: async (service, config) => {
    const catalog = service.clientOf('catalog', config.CATALOG_URL);
    const offer = service.clientOf('offer', config.OFFER_URL);
    const serviceRequest = service.clientOf('service-request', config.SERVICE_REQUEST_URL);
    if (config.NODE_ENV === 'production' && policyContent.seller.pan === samplePan)
      service.logger.warn(
        'invoices have the tax number of the sample shop: see packages/contracts/src/browser/policy.ts',
      );
    return createOrderContext({
      ...service,
      contact: contactOf(config),
      photos: createPersonalPhotos(await openObjects(config, 'PAYOUT_PROOFS_FOLDER')),
      social: config.SHOP_SOCIAL_LINKS,
      shopUrl: config.SHOP_URL,
      timeZone: config.SHOP_TIME_ZONE,
      closedDays: config.SHOP_CLOSED_DAYS,
      serviceClients: createServiceClients({ catalog, offer }),
      askReturn: askServiceRequest(serviceRequest),
      confirmStaff: confirmStaffBy(service.clientOf('auth', config.AUTH_URL)),
      paymentProvider: openMethods(config),
      limits: {
        ordersPerHour: config.ORDERS_PER_HOUR,
        linePieces: config.ORDER_MAX_LINE_PIECES,
        orderPieces: config.ORDER_MAX_PIECES,
        openOrders: config.ORDER_MAX_OPEN_ORDERS,
        openPieces: config.ORDER_MAX_OPEN_PIECES,
      },
    });
  },
  appOf: orderApp,
});
