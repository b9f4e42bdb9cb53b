import { readFile, writeFile } from 'node:fs/promises';
import { deviceListed } from '@kinmel/contracts';
import { inTransaction } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { sellAsProduct } from '../devices/devices.ts';
import { type ProductState, snapshotOf } from '../products/product.rules.ts';
import { createProductModel, createProductsStore } from '../products/products.store.ts';
import { onSeedDatabase, type SeedDatabase } from './seed-connection.ts';

const minPieces = 10;
const sampleCount = 8;

export interface ExportSampleProductsOptions extends SeedDatabase {
  /** The JSON file to replace. */
  readonly file: string;
}

/**
 * Exports a fixed selection of products with stock in the format of `product.created`, for the sample data of other
 * services, which is written before any service runs.
 */
export async function exportSampleProducts({
  file,
  ...database
}: ExportSampleProductsOptions): Promise<void> {
  await onSeedDatabase(database, async (connection) => {
    const documents = await createProductModel(connection)
      .find({ deletedAt: null, isAvailable: true, stock: mongoose.trusted({ $gte: minPieces }) })
      .sort({ createdAt: -1, _id: 1 })
      .limit(sampleCount)
      .lean();
    await exportProducts(
      file,
      documents.map(({ _id, ...fields }) => ({ id: _id.toHexString(), ...fields })),
    );
  });
}

const exportProducts = (file: string, products: readonly ProductState[]) =>
  writeFile(
    file,
    JSON.stringify(products.map((state) => ({ version: state.version, product: snapshotOf(state) }))),
  );

/**
 * Exports sample devices with sample orders as products, because device's events could arrive after those of the
 * orders.
 * @param devicesFile written by device's seed, with data of `device.listed`
 */
export async function listSampleDevices({
  file,
  devicesFile,
  ...database
}: ExportSampleProductsOptions & { readonly devicesFile: string }): Promise<void> {
  const listedDevices = deviceListed.data.array().parse(JSON.parse(await readFile(devicesFile, 'utf8')));
  await onSeedDatabase(database, async (connection) => {
    const products = createProductsStore(createProductModel(connection));
    for (const data of listedDevices)
      await inTransaction(connection, (session) =>
        // Stores no listing, because only device's own event names the version.
        sellAsProduct({ products, now: () => new Date() }, data, session),
      );
    await exportProducts(file, await products.findMany(listedDevices.map(({ deviceId }) => deviceId)));
  });
}
