import { readFile } from 'node:fs/promises';
import { productSnapshotSchema } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { openDatabase, type ServiceConfigSchema, type ServiceModels } from './open-service.ts';

/** The accounts of the sample data, and the files with the ids that one seed passes to the next. */
export const sampleConfigShape = {
  SEED_ADMIN_ID: z.string().default('6600000000000000000000a1'),
  SEED_CUSTOMER_ID: z.string().default('6600000000000000000000c1'),
  SEED_CUSTOMER_EMAIL: z.string().default('customer@kinmel.example'),
  SEED_PRODUCTS_FILE: z.string().optional(),
  SEED_ORDERS_FILE: z.string().optional(),
};

const sampleProductsSchema = z.array(z.object({ version: z.int().min(1), product: productSnapshotSchema }));

/**
 * The products in the file of catalog's seed (`SEED_PRODUCTS_FILE`), as no service runs during the seed. None without a
 * file.
 */
export const readSampleProducts = async (file: string | undefined) =>
  file === undefined ? [] : sampleProductsSchema.parse(JSON.parse(await readFile(file, 'utf8')));

interface Seeding<Config> {
  readonly config: Config;
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
}

/**
 * Runs the seed of a service, or another command, on its database with all indexes, and prints the summary that `write`
 * returns.
 */
export async function runSeed<Schema extends ServiceConfigSchema>(
  name: string,
  configSchema: Schema,
  models: ServiceModels,
  write: (seeding: Seeding<z.output<Schema>>) => Promise<string>,
): Promise<void> {
  const config = readConfig(configSchema);
  const logger = createLogger({ service: `${name}-seed`, level: 'error' });
  const connection = await openDatabase({ name, config, logger, models, maxTimeMs: 60_000 });
  try {
    process.stdout.write(`${await write({ config, connection, logger })}\n`);
  } finally {
    await connection.close();
  }
}
