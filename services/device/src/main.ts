import { getPolicy } from '@kinmel/contracts';
import { openPersonalPhotos } from '@kinmel/pictures';
import { createServiceClient, openService, runService } from '@kinmel/service-kit';
import { createDeviceApp } from './app.ts';
import { blocklistAt } from './blocklist/blocklist.ts';
import { deviceConfigSchema } from './config.ts';
import { createDeviceContext, deviceModels } from './context.ts';
import { sellRequestsFrom } from './devices/receive-device.ts';

await runService({
  name: 'device',
  start: async (serviceContext) => {
    const { logger, metrics, instanceId } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: deviceConfigSchema,
      models: deviceModels,
    });
    const { config, connection, bus } = service;
    const serviceToken = config.SERVICE_TOKEN;
    const order = createServiceClient({ service: 'order', baseUrl: config.ORDER_URL });
    const serviceRequest = createServiceClient({
      service: 'service-request',
      baseUrl: config.SERVICE_REQUEST_URL,
      serviceToken,
    });
    const context = createDeviceContext({
      connection,
      bus,
      photos: await openPersonalPhotos(config.DEVICE_PHOTOS_FOLDER),
      logger,
      instanceId,
      metrics,
      deviceKey: config.DEVICE_KEY,
      readPolicy: async () => (await order.call(getPolicy)).data,
      readSellRequest: sellRequestsFrom(serviceRequest),
      askBlocklist: blocklistAt(config.BLOCKLIST_URL),
      isAdminBrowser: service.isAdminBrowser,
    });
    await context.start();
    return {
      app: createDeviceApp(context, service.appOptions),
      port: config.DEVICE_PORT,
      ready: service.health,
      stop: async () => {
        await context.stop();
        order.close();
        serviceRequest.close();
        await service.close();
      },
    };
  },
});
