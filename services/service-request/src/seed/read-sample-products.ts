import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type OrderToReturn, orderToReturnSchema, productSnapshotSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { copyOf, type ProductCopy } from '../products/product-copy.rules.ts';

const sampleProductsSchema = z.array(z.object({ version: z.int().min(1), product: productSnapshotSchema }));

/**
 * The products of sample phone orders, from the file of catalog's seed (`SEED_PRODUCTS_FILE`), since no service runs
 * yet. Throws for an invalid file.
 */
export async function readSampleProducts(file: string | undefined): Promise<ProductCopy[]> {
  if (file === undefined) return [];
  const products = sampleProductsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return products
    .filter(({ product }) => /smartphone/i.test(product.category))
    .map(({ version, product }) => copyOf(product, version));
}

/**
 * The orders of sample returns, from the file of order's seed (`SEED_ORDERS_FILE`). None when that seed wrote no orders.
 * Throws for an invalid file.
 */
export async function readSampleOrders(file: string | undefined): Promise<OrderToReturn[]> {
  if (file === undefined || !existsSync(file)) return [];
  return z.array(orderToReturnSchema).parse(JSON.parse(await readFile(file, 'utf8')));
}
