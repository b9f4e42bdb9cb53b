import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EventOf, type Picture, productCreated, productUpdated, shopCurrency } from '@kinmel/contracts';
import {
  beginPicture,
  createPictureStore,
  finishPicture,
  imageOf,
  keepPicture,
  pictureIdOf,
} from '@kinmel/pictures';
import {
  createEvent,
  inTransaction,
  migrateIndexes,
  type ObjectStore,
  saveEvents,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { type ProductState, snapshotOf } from '../products/product.rules.ts';
import { createProductModel, type ProductModel } from '../products/products.store.ts';
import { generateProducts } from './generate-products.ts';
import { onSeedDatabase, type SeedDatabase } from './seed-connection.ts';
import { type SeedProduct, seedProducts } from './seed-products.ts';

export * from './export-sample-products.ts';

export interface SeedCatalogOptions extends SeedDatabase {
  /** Store of the encoded pictures. */
  readonly uploads: ObjectStore;
  /** The number of products: samples and, beyond them, generated variants. */
  readonly products?: number | undefined;
  /** Empties the catalog first. By default changed products stay. */
  readonly fresh?: boolean | undefined;
  /**
   * Encodes only the largest file of each picture, so that the shop can open; `finishSamplePictures` encodes the
   * others.
   */
  readonly isPicturesLater?: boolean | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

const picturesFolder = fileURLToPath(new URL('./pictures/', import.meta.url));
const productsPerWrite = 500;

/** Derived from the slug, so that addresses survive a new seeding. */
export function seedProductId(slug: string): string {
  return createHash('sha256').update(`kinmel-product:${slug}`).digest('hex').slice(0, 24);
}

/**
 * Adds the sample products and their pictures. Idempotent; edited products stay unchanged. Saves the events of the
 * products, so that other services fill their copies.
 */
export async function seedCatalog({
  uploads,
  products: productCount,
  fresh = false,
  isPicturesLater = false,
  onProgress = () => undefined,
  ...database
}: SeedCatalogOptions): Promise<{ written: number; unchanged: number }> {
  return onSeedDatabase(database, async (connection) => {
    const model = createProductModel(connection);
    await migrateIndexes(connection, [model]);
    if (fresh) await model.deleteMany({});
    const seeds = productCount === undefined ? seedProducts : generateProducts(seedProducts, productCount);
    const store = createPictureStore(uploads);
    const storePicture = isPicturesLater ? beginPicture : keepPicture;
    const pictures = await makePictures((original) => storePicture(store, original), seeds, onProgress);
    return writeProducts(model, seeds, pictures, onProgress);
  });
}

/** Encodes the missing files of sample pictures; resolves with the ids that are complete. */
export async function finishSamplePictures(
  uploads: ObjectStore,
  isWanted: (picture: { readonly id: string }) => boolean = () => true,
): Promise<string[]> {
  const store = createPictureStore(uploads);
  const files = new Set(seedProducts.flatMap(({ pictures }) => pictures.map(({ file }) => file)));
  const originals = await Promise.all([...files].map((file) => readFile(path.join(picturesFolder, file))));
  const ownOriginals = originals.filter((original) => isWanted({ id: pictureIdOf(original) }));
  await Promise.all(ownOriginals.map((original) => finishPicture(store, original)));
  return ownOriginals.map(pictureIdOf);
}

type Descriptions = ReadonlyMap<string, Omit<Picture, 'alt'>>;

/** Encodes pictures that are not stored yet, identified by content. */
async function makePictures(
  storePicture: (original: Buffer) => Promise<Omit<Picture, 'alt'>>,
  products: readonly SeedProduct[],
  onProgress: (text: string) => void,
): Promise<Descriptions> {
  const files = [...new Set(products.flatMap(({ pictures }) => pictures.map(({ file }) => file)))];
  const descriptions = new Map<string, Omit<Picture, 'alt'>>();
  const pendingPictures = new Map<string, Promise<Omit<Picture, 'alt'>>>();
  let doneCount = 0;

  await Promise.all(
    files.map(async (file) => {
      const original = await readFile(path.join(picturesFolder, file));
      const id = pictureIdOf(original);
      const description = pendingPictures.get(id) ?? storePicture(original);
      pendingPictures.set(id, description);
      descriptions.set(file, await description);
      doneCount += 1;
      if (doneCount % 10 === 0 || doneCount === files.length)
        onProgress(`${doneCount} of ${files.length} pictures`);
    }),
  );
  return descriptions;
}

function stateOf(seed: SeedProduct, descriptions: Descriptions, version: number): ProductState {
  const pictures = seed.pictures.flatMap(({ file, alt }) => {
    const description = descriptions.get(file);
    return description ? [{ ...description, alt }] : [];
  });
  const [first] = pictures;
  const { slug: _slug, pictures: _files, stock, specs, createdAt, ...fields } = seed;
  return {
    id: seedProductId(seed.slug),
    ...fields,
    currency: shopCurrency,
    isAvailable: true,
    stock,
    image: first ? imageOf(first) : '',
    pictures,
    specs,
    createdAt: new Date(createdAt),
    updatedAt: new Date(createdAt),
    version,
    editedVersion: version,
    stockAtVersion: stock,
  };
}

/** Detects changed sample data. */
const digestOf = (product: ProductState) =>
  createHash('sha256')
    .update(JSON.stringify({ ...product, version: 0 }))
    .digest('hex')
    .slice(0, 16);

async function writeProducts(
  model: ProductModel,
  seeds: readonly SeedProduct[],
  descriptions: Descriptions,
  onProgress: (text: string) => void,
): Promise<{ written: number; unchanged: number }> {
  let written = 0;
  for (let from = 0; from < seeds.length; from += productsPerWrite) {
    const batch = seeds.slice(from, from + productsPerWrite);
    const ids = batch.map(({ slug }) => new mongoose.Types.ObjectId(seedProductId(slug)));
    written += await inTransaction(model.db, async (session) => {
      const documents = await model
        .find({ _id: mongoose.trusted({ $in: ids }) }, { seed: 1, version: 1, stock: 1 }, { session })
        .lean();
      const documentsById = new Map(documents.map((document) => [document._id.toHexString(), document]));
      const saved = batch.flatMap((seed): ProductWrite[] => {
        const sample = stateOf(seed, descriptions, 1);
        const digest = digestOf(sample);
        const before = documentsById.get(sample.id);
        if (!before) return [{ product: sample, digest, definition: productCreated }];
        const isEdited = before.seed?.version !== before.version;
        if (isEdited || before.seed?.digest === digest) return [];
        const { stock } = before;
        const version = before.version + 1;
        const product = { ...sample, version, editedVersion: version, stock, stockAtVersion: stock };
        return [{ product, digest, definition: productUpdated }];
      });
      if (saved.length === 0) return 0;
      await model.bulkWrite(saved.map(writeOf), { ordered: false, session });
      await saveEvents(model.db, saved.map(eventOf), session);
      return saved.length;
    });
    onProgress(`${Math.min(from + productsPerWrite, seeds.length)} of ${seeds.length} products`);
  }
  return { written, unchanged: seeds.length - written };
}

function documentOf(product: ProductState, digest: string) {
  const { id: _id, ...fields } = product;
  return {
    ...fields,
    pictures: [...fields.pictures],
    seed: { digest, version: fields.version },
    deletedAt: null,
  };
}

interface ProductWrite {
  readonly product: ProductState;
  readonly digest: string;
  readonly definition: typeof productCreated | typeof productUpdated;
}

const eventOf = ({
  product,
  definition,
}: ProductWrite): EventOf<typeof productCreated | typeof productUpdated> =>
  createEvent(definition, {
    aggregateId: product.id,
    aggregateVersion: product.version,
    data: snapshotOf(product),
  });

// A concurrent seeding conflicts with this transaction, and finds the products in its retry.
const writeOf = ({ product, digest }: ProductWrite) => ({
  updateOne: {
    filter: { _id: new mongoose.Types.ObjectId(product.id) },
    update: { $set: documentOf(product, digest), $setOnInsert: { reservations: [] } },
    upsert: true,
  },
});
