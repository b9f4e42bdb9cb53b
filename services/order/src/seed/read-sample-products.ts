import { readFile } from 'node:fs/promises';
import { productSnapshotSchema } from '@kinmel/contracts';
import { z } from 'zod';
import type { AskedProduct } from '../placing/service-clients.ts';

const sampleProductsSchema = z.array(z.object({ version: z.int().min(1), product: productSnapshotSchema }));

/**
 * The products in the file of catalog's seed (`SEED_PRODUCTS_FILE`), as no service runs during the seed. None without a
 * file.
 */
export async function readSampleProducts(file: string | undefined): Promise<AskedProduct[]> {
  if (file === undefined) return [];
  return sampleProductsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
