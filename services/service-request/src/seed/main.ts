import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { orderToReturnSchema } from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import { openObjects, readSampleProducts, runSeed, sampleConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { serviceRequestConfigSchema, slotCalendarOf } from '../config.ts';
import { serviceRequestModels } from '../context.ts';
import { copyOf } from '../products/product-copy.rules.ts';
import { writeSampleRequests } from './write-sample-requests.ts';

const seedConfigSchema = serviceRequestConfigSchema.extend({
  ...sampleConfigShape,
  SEED_PHONES_FILE: z.string().optional(),
});

const samplePhones = async (file: string | undefined) =>
  (await readSampleProducts(file))
    .filter(({ product }) => /smartphone/i.test(product.category))
    .map(({ version, product }) => copyOf(product, version));

/** Empty when the seed of order wrote no orders. */
const sampleOrders = async (file: string | undefined) =>
  file === undefined || !existsSync(file)
    ? []
    : orderToReturnSchema.array().parse(JSON.parse(await readFile(file, 'utf8')));

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
            photos: createPersonalPhotos(await openObjects(config, 'REQUEST_PHOTOS_FOLDER')),
            products: await samplePhones(config.SEED_PRODUCTS_FILE),
            ordersToReturn: await sampleOrders(config.SEED_ORDERS_FILE),
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
