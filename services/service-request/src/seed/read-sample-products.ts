import { readFile } from 'node:fs/promises';
import { productSnapshotSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { copyOf, type ProductCopy } from '../products/product-copy.rules.ts';

const sampleProductsSchema = z.array(z.object({ version: z.int().min(1), product: productSnapshotSchema }));

/**
 * Products that sample phone orders name, from the file that the seed of catalog wrote (`SEED_PRODUCTS_FILE`): sample data are written
 * before any service runs. None without a file. Throws when it is something else.
 */
export async function readSampleProducts(file: string | undefined): Promise<ProductCopy[]> {
  if (file === undefined) return [];
  const products = sampleProductsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return products
    .filter(({ product }) => /smartphone/i.test(product.category))
    .map(({ version, product }) => copyOf(product, version));
}
