import { openPersonalPhotos } from '@kinmel/pictures';
import { connectMongo, createLogger, databaseNameOf, migrateIndexes, readConfig } from '@kinmel/service-kit';
import { z } from 'zod';
import { orderConfigSchema } from '../config.ts';
import { orderModels } from '../context.ts';
import { readSampleProducts } from './read-sample-products.ts';
import { writeSampleOrders } from './write-sample-orders.ts';

const seedConfigSchema = orderConfigSchema.extend({
  SEED_ADMIN_ID: z.string().default('6600000000000000000000a1'),
  SEED_CUSTOMER_ID: z.string().default('6600000000000000000000c1'),
  SEED_CUSTOMER_EMAIL: z.string().default('customer@kinmel.example'),
  SEED_PRODUCTS_FILE: z.string().optional(),
  SEED_ORDERS_FILE: z.string().optional(),
});

// SEED_PRODUCTS_FILE=<file> node src/seed/main.ts, after the seed of catalog, which wrote that file; SEED_ORDERS_FILE=<file>
// is written for the seed of service-request
const config = readConfig(seedConfigSchema);
const logger = createLogger({ service: 'order-seed', level: 'error' });
const connection = await connectMongo({
  uri: config.MONGODB_URI,
  databaseName: databaseNameOf('order', config.MONGODB_DB_PREFIX),
  logger,
  maxTimeMs: 60_000,
});
try {
  await migrateIndexes(connection, orderModels(connection));
  const written = await writeSampleOrders({
    connection,
    logger,
    // Production has no sample customer.
    products: config.NODE_ENV === 'production' ? [] : await readSampleProducts(config.SEED_PRODUCTS_FILE),
    contact: { address: config.SHOP_ADDRESS, email: config.SHOP_EMAIL, phone: config.SHOP_PHONE },
    customer: { userId: config.SEED_CUSTOMER_ID, email: config.SEED_CUSTOMER_EMAIL },
    adminId: config.SEED_ADMIN_ID,
    ordersFile: config.SEED_ORDERS_FILE,
    photos: await openPersonalPhotos(config.PAYOUT_PROOFS_FOLDER),
  });
  process.stdout.write(`${written} orders written\n`);
} finally {
  await connection.close();
}
