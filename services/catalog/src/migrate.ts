import {
  connectMongo,
  createLogger,
  databaseNameOf,
  migrateIndexes,
  readConfig,
  verifyIndexes,
} from '@kinmel/service-kit';
import { catalogConfigSchema } from './config.ts';
import { createProductModel } from './products/products.store.ts';

// The step of its own for places where the service starts with MIGRATE_AT_START=false: makes the indexes and ends.
const config = readConfig(catalogConfigSchema);
const logger = createLogger({ service: 'catalog-migrate', level: config.LOG_LEVEL });
const connection = await connectMongo({
  uri: config.MONGODB_URI,
  databaseName: databaseNameOf('catalog', config.MONGODB_DB_PREFIX),
  logger,
});
try {
  const models = [createProductModel(connection)];
  await migrateIndexes(connection, models);
  await verifyIndexes(connection, models);
  logger.info('all indexes are in place');
} finally {
  await connection.close();
}
