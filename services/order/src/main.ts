import {
  connectMongo,
  createRabbitBus,
  createTokenVerifier,
  databaseNameOf,
  keySetSource,
  migrateIndexes,
  mongoHealth,
  readConfig,
  runService,
  verifyIndexes,
} from '@kinmel/service-kit';
import { createOrderApp } from './app.ts';
import { orderConfigSchema } from './config.ts';
import { createOrderContext, orderModels } from './context.ts';

await runService({
  name: 'order',
  start: async ({ logger, metrics }) => {
    const config = readConfig(orderConfigSchema);
    const databaseName = databaseNameOf('order', config.MONGODB_DB_PREFIX);
    const [connection, bus] = await Promise.all([
      connectMongo({ uri: config.MONGODB_URI, databaseName, logger }),
      createRabbitBus({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, service: 'order', logger }),
    ]);
    const models = orderModels(connection);
    if (config.MIGRATE_AT_START) await migrateIndexes(connection, models);
    await verifyIndexes(connection, models);

    const contact = { address: config.SHOP_ADDRESS, email: config.SHOP_EMAIL, phone: config.SHOP_PHONE };
    const context = createOrderContext({ connection, bus, contact, logger, metrics });
    await context.start();

    const health = { mongo: () => mongoHealth(connection), broker: () => bus.health() };
    return {
      app: createOrderApp(context, {
        verifier: createTokenVerifier({ jwks: keySetSource(config) }),
        metrics,
        health,
      }),
      port: config.ORDER_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        await bus.close();
        await connection.close();
      },
    };
  },
});
