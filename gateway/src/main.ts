import { createRabbitListener, readConfig, runService } from '@kinmel/service-kit';
import { gatewayConfigSchema } from './config.ts';
import { createContext } from './context.ts';
import { createMetricsServer } from './metrics/metrics-server.ts';
import { startChangeFeed } from './response-cache/change-feed.ts';
import { createGatewayListener, createGatewayServer } from './server.ts';

await runService({
  name: 'gateway',
  start: async ({ logger, metrics }) => {
    const config = readConfig(gatewayConfigSchema);
    const context = await createContext(config, logger, metrics.registry);
    const bus = createRabbitListener({
      url: config.AMQP_URL,
      prefix: config.AMQP_PREFIX,
      service: 'gateway',
      logger,
    });
    const stopFeed = await startChangeFeed(bus, context.responseCache, logger);
    const metricsServer = createMetricsServer(metrics.registry);
    if (config.GATEWAY_METRICS_PORT !== undefined)
      metricsServer.listen(config.GATEWAY_METRICS_PORT, config.GATEWAY_METRICS_HOST);
    const listener = createGatewayListener(context);
    return {
      app: listener,
      server: createGatewayServer(context, listener),
      port: config.GATEWAY_PORT,
      ready: {},
      onDrain: () => {
        context.isStopping = true;
      },
      stop: async () => {
        await stopFeed();
        await bus.close();
        metricsServer.close();
        context.stop();
      },
    };
  },
});
