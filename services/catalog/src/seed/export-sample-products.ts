import { writeFile } from 'node:fs/promises';
import mongoose from 'mongoose';
import { snapshotOf } from '../products/product.rules.ts';
import { createProductModel } from '../products/products.store.ts';
import { onSeedDatabase, type SeedDatabase } from './seed-connection.ts';

const enoughPieces = 10;
const wanted = 8;

export interface TellSampleProductsOptions extends SeedDatabase {
  /** A JSON file, which is replaced. */
  readonly file: string;
}

/**
 * Exports a fixed selection of products with stock in the format of `product.created`, for the sample data of other
 * services, which is written before any service runs.
 */
export async function exportSampleProducts({ file, ...database }: TellSampleProductsOptions): Promise<void> {
  await onSeedDatabase(database, async (connection) => {
    const found = await createProductModel(connection)
      .find({ deletedAt: null, isAvailable: true, stock: mongoose.trusted({ $gte: enoughPieces }) })
      .sort({ createdAt: -1, _id: 1 })
      .limit(wanted)
      .lean();
    const products = found.map(({ _id, ...fields }) => ({
      version: fields.version,
      product: snapshotOf({ id: _id.toHexString(), ...fields }),
    }));
    await writeFile(file, JSON.stringify(products));
  });
}
