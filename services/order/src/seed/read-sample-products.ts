import { readFile } from 'node:fs/promises';
import { productSnapshotSchema } from '@kinmel/contracts';
import { z } from 'zod';
import type { AskedProduct } from '../placing/service-clients.ts';

const sampleProductsSchema = z.array(z.object({ version: z.int().min(1), product: productSnapshotSchema }));

/**
 * Products that sample orders are made of, from the file that the seed of catalog wrote (`SEED_PRODUCTS_FILE`): sample data
 * are written before any service runs, so no service can be asked. None without a file. Throws when it is something else.
 */
export async function readSampleProducts(file: string | undefined): Promise<AskedProduct[]> {
  if (file === undefined) return [];
  return sampleProductsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
