import { createPersonalPhotos } from '@kinmel/pictures';
import { contactOf, openObjects, readSampleProducts, runSeed, sampleConfigShape } from '@kinmel/service-kit';
import { orderConfigSchema } from '../config.ts';
import { orderModels } from '../context.ts';
import { writeSampleOrders } from './write-sample-orders.ts';

const seedConfigSchema = orderConfigSchema.extend(sampleConfigShape);

// SEED_PRODUCTS_FILE=<file> node src/seed/main.ts: runs after the seed of catalog, which writes that file, and writes
// SEED_ORDERS_FILE=<file> for the seed of service-request.
await runSeed('order', seedConfigSchema, orderModels, async ({ config, connection, logger }) => {
  // Production has no sample customer, and its root is read-only. The service itself stores the policy.
  if (config.NODE_ENV === 'production') return '0 orders written';
  const written = await writeSampleOrders({
    connection,
    logger,
    products: await readSampleProducts(config.SEED_PRODUCTS_FILE),
    contact: contactOf(config),
    shopUrl: config.SHOP_URL,
    timeZone: config.SHOP_TIME_ZONE,
    closedDays: config.SHOP_CLOSED_DAYS,
    customer: { userId: config.SEED_CUSTOMER_ID, email: config.SEED_CUSTOMER_EMAIL },
    adminId: config.SEED_ADMIN_ID,
    ordersFile: config.SEED_ORDERS_FILE,
    photos: createPersonalPhotos(await openObjects(config, 'PAYOUT_PROOFS_FOLDER')),
  });
  return `${written} orders written`;
});
