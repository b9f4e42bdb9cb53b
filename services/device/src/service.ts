import { getPolicy, tradeInTermsSchema } from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import { describeService, openObjects, shopCalendar } from '@kinmel/service-kit';
import { deviceApp } from './app.ts';
import { blocklistClient } from './blocklist/blocklist.ts';
import { deviceConfigSchema } from './config.ts';
import { createDeviceContext, deviceModels } from './context.ts';
import { sellRequestsClient } from './devices/receive-device.ts';
import { shopClients } from './sales/sell-device.ts';

/** Defines how the service is built from its environment. */
export const deviceService = describeService({
  name: 'device',
  configSchema: deviceConfigSchema,
  models: deviceModels,
  createContext: async (service, config) => {
    const order = service.clientOf('order', config.ORDER_URL);
    const serviceRequest = service.clientOf('service-request', config.SERVICE_REQUEST_URL);
    return createDeviceContext({
      ...service,
      photos: createPersonalPhotos(await openObjects(config, 'DEVICE_PHOTOS_FOLDER')),
      calendar: shopCalendar(config.SHOP_TIME_ZONE, config.SHOP_CLOSED_DAYS),
      deviceKey: config.DEVICE_KEY,
      otherDeviceKey: config.DEVICE_KEY_OTHER,
      readPolicy: async () => (await order.call({ ...getPolicy, answer: tradeInTermsSchema })).data,
      sellRequestsOfShop: sellRequestsClient(serviceRequest),
      shop: shopClients(service.clientOf('catalog', config.CATALOG_URL), serviceRequest, order),
      askBlocklist: blocklistClient(config.BLOCKLIST_URL),
    });
  },
  appOf: deviceApp,
});
