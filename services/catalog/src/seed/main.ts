import { parseArgs } from 'node:util';
import { databaseNameOf, openObjects, readConfig } from '@kinmel/service-kit';
import { z } from 'zod';
import { catalogConfigSchema } from '../config.ts';
import { exportSampleProducts, seedCatalog } from './index.ts';

// node src/seed/main.ts [--products 10000] [--fresh]
const { values } = parseArgs({
  options: { products: { type: 'string' }, fresh: { type: 'boolean', default: false } },
});
const products = values.products === undefined ? undefined : Number(values.products);
if (products !== undefined && (!Number.isSafeInteger(products) || products < 0)) {
  process.stderr.write('--products takes a whole number.\n');
  process.exit(1);
}
const config = readConfig(
  catalogConfigSchema.omit({ MAIL_SEAL_KEY: true }).extend({ SEED_PRODUCTS_FILE: z.string().optional() }),
);
const database = {
  mongodbUri: config.MONGODB_URI,
  databaseName: databaseNameOf('catalog', config.MONGODB_DB_PREFIX),
};
const result = await seedCatalog({
  ...database,
  uploads: await openObjects(config, 'UPLOADS_FOLDER'),
  products,
  fresh: values.fresh,
  onProgress: (text) => process.stdout.write(`${text}\n`),
});
// The file for the seed of order.
if (config.SEED_PRODUCTS_FILE) await exportSampleProducts({ ...database, file: config.SEED_PRODUCTS_FILE });
process.stdout.write(`${result.written} products written, ${result.unchanged} unchanged\n`);
