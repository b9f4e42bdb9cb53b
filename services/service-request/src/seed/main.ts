import { openPersonalPhotos } from '@kinmel/pictures';
import { runSeed, sampleConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { serviceRequestConfigSchema, slotCalendarOf } from '../config.ts';
import { serviceRequestModels } from '../context.ts';
import { readSampleOrders, readSampleProducts } from './read-sample-products.ts';
import { writeSampleRequests } from './write-sample-requests.ts';

const seedConfigSchema = serviceRequestConfigSchema.extend({
  ...sampleConfigShape,
  SEED_PHONES_FILE: z.string().optional(),
});

// Run as SEED_PRODUCTS_FILE=<file> SEED_ORDERS_FILE=<file> node src/seed/main.ts, with the files of the seeds of catalog and order;
// SEED_PHONES_FILE=<file> is written for the seed of device.
await runSeed(
  'service-request',
  seedConfigSchema,
  serviceRequestModels,
  async ({ config, connection, logger }) => {
    // Production has no sample customers.
    const written =
      config.NODE_ENV === 'production'
        ? 0
        : await writeSampleRequests({
            connection,
            logger,
            photos: await openPersonalPhotos(config.REQUEST_PHOTOS_FOLDER),
            products: await readSampleProducts(config.SEED_PRODUCTS_FILE),
            ordersToReturn: await readSampleOrders(config.SEED_ORDERS_FILE),
            trackingKey: config.TRACKING_KEY,
            mailSealKey: config.MAIL_SEAL_KEY,
            deviceKey: config.DEVICE_KEY,
            calendar: slotCalendarOf(config),
            customer: { userId: config.SEED_CUSTOMER_ID, email: config.SEED_CUSTOMER_EMAIL },
            adminId: config.SEED_ADMIN_ID,
            phonesFile: config.SEED_PHONES_FILE,
          });
    return `${written} requests written`;
  },
);
