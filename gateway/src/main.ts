import { createRabbitBus, runService } from '@kinmel/service-kit';
import { readGatewayConfig } from './config.ts';
import { createContext } from './context.ts';
import { startChangeFeed } from './kept/change-feed.ts';
import { createGatewayListener, createGatewayServer } from './server.ts';

await runService({
  name: 'gateway',
  start: async ({ logger }) => {
    const config = readGatewayConfig();
    const context = await createContext(config, logger);
    const bus = await createRabbitBus({
      url: config.AMQP_URL,
      prefix: config.AMQP_PREFIX,
      service: 'gateway',
      logger,
    });
    const feed = await startChangeFeed(bus, context.kept, logger);
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
        await feed.stop();
        await bus.close();
        context.stop();
      },
    };
  },
});
