import { openService, runService } from '@kinmel/service-kit';
import { createOrderApp } from './app.ts';
import { orderConfigSchema } from './config.ts';
import { createOrderContext, orderModels } from './context.ts';

await runService({
  name: 'order',
  start: async (serviceContext) => {
    const { logger, metrics } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: orderConfigSchema,
      models: orderModels,
    });
    const { config, connection, bus, health } = service;

    const contact = { address: config.SHOP_ADDRESS, email: config.SHOP_EMAIL, phone: config.SHOP_PHONE };
    const context = createOrderContext({ connection, bus, contact, logger, metrics });
    await context.start();

    return {
      app: createOrderApp(context, service.appOptions),
      port: config.ORDER_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        await service.close();
      },
    };
  },
});
