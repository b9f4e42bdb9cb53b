import {
  connectMongo,
  createLogger,
  databaseNameOf,
  migrateIndexes,
  readConfig,
  verifyIndexes,
} from '@kinmel/service-kit';
import { orderConfigSchema } from './config.ts';
import { orderModels } from './context.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
const config = readConfig(orderConfigSchema);
const logger = createLogger({ service: 'order-migrate', level: config.LOG_LEVEL });
const connection = await connectMongo({
  uri: config.MONGODB_URI,
  databaseName: databaseNameOf('order', config.MONGODB_DB_PREFIX),
  logger,
});
try {
  await migrateIndexes(connection, orderModels(connection));
  await verifyIndexes(connection, orderModels(connection));
  logger.info('all indexes are in place');
} finally {
  await connection.close();
}
