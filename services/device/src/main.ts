import { openService, runService } from '@kinmel/service-kit';
import { createDeviceApp } from './app.ts';
import { deviceConfigSchema } from './config.ts';
import { createDeviceContext, deviceModels } from './context.ts';

await runService({
  name: 'device',
  start: async (serviceContext) => {
    const service = await openService({
      ...serviceContext,
      configSchema: deviceConfigSchema,
      models: deviceModels,
    });
    const context = createDeviceContext(service.connection, serviceContext.logger);
    return {
      app: createDeviceApp(context, service.appOptions),
      port: service.config.DEVICE_PORT,
      ready: service.health,
      stop: service.close,
    };
  },
});
