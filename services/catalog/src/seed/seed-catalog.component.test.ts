import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pictureWidths } from '@kinmel/contracts';
import { type ObjectStore, openFolderObjects } from '@kinmel/service-kit';
import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { createProductModel, type ProductModel } from '../products/products.store.ts';
import { generateProducts } from './generate-products.ts';
import { finishSamplePictures, type SeedCatalogOptions, seedCatalog, seedProductId } from './index.ts';
import { seedProducts } from './seed-products.ts';

// These tests take longer on a machine under load.
jest.setTimeout(30_000);

let database: TestDatabase;
let uploadsFolder: string;
let uploads: ObjectStore;
let model: ProductModel;

beforeAll(async () => {
  database = await testDatabase('catalog-seed');
  uploadsFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-'));
  uploads = await openFolderObjects(uploadsFolder);
  model = createProductModel(database.connection);
});

afterAll(async () => {
  await database.drop();
  await rm(uploadsFolder, { recursive: true, force: true });
});

const progress: string[] = [];
const seed = (options: Partial<SeedCatalogOptions> = {}) =>
  seedCatalog({
    mongodbUri: database.uri,
    databaseName: database.databaseName,
    uploads,
    products: 4,
    onProgress: (text) => progress.push(text),
    ...options,
  });
const allProducts = () => model.find().sort({ _id: 1 }).lean();

describe('seeding', () => {
  it('writes products with complete pictures, and the events for other services', async () => {
    await expect(seed()).resolves.toEqual({ written: 4, unchanged: 0 });
    const products = await allProducts();
    expect(products.map(({ _id }) => _id.toHexString())).toEqual(
      seedProducts
        .slice(0, 4)
        .map(({ slug }) => seedProductId(slug))
        .toSorted(),
    );
    for (const product of products) {
      expect(product.pictures.length).toBeGreaterThan(0);
      expect(product.image).toBe(`/uploads/${product.pictures[0]?.id}/640.webp`);
      for (const { id } of product.pictures)
        for (const width of pictureWidths)
          for (const format of ['avif', 'webp'])
            await access(path.join(uploadsFolder, id, `${width}.${format}`));
      const id = product._id.toHexString();
      expect(await storedEvents(model.db, id)).toMatchObject([
        { type: 'product.created', aggregateVersion: 1, aggregateId: id },
      ]);
    }
    expect(progress).toContain('4 of 4 products');
  }, 60_000);

  it('a second time changes nothing and publishes nothing', async () => {
    const before = await allProducts();
    await expect(seed()).resolves.toEqual({ written: 0, unchanged: 4 });
    expect(await allProducts()).toEqual(before);
  });

  it('can defer smaller pictures, with the same result', async () => {
    const before = await allProducts();
    const otherFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-'));
    try {
      await seed({ fresh: true, isPicturesLater: true, uploads: await openFolderObjects(otherFolder) });
      expect(await allProducts()).toEqual(before);
      const [id = ''] = await readdir(otherFolder);
      expect((await readdir(path.join(otherFolder, id))).toSorted()).toEqual(['1200.webp', 'picture.json']);
      // Only the pictures begun here, because encoding all takes a minute.
      await finishSamplePictures(await openFolderObjects(otherFolder), (picture) => picture.id === id);
      expect(await readdir(path.join(otherFolder, id))).toHaveLength(pictureWidths.length * 2 + 1);
    } finally {
      await rm(otherFolder, { recursive: true, force: true });
    }
  });

  it('leaves edited and sold products unchanged', async () => {
    const [first] = await allProducts();
    await model.updateOne(
      { _id: first?._id },
      { $set: { name: 'Edited', stock: 1, 'seed.digest': 'older' }, $inc: { version: 1 } },
    );
    await seed();
    expect(await model.findById(first?._id).lean()).toMatchObject({ name: 'Edited', stock: 1, version: 2 });
  });

  it('updates a product whose sample data changed, except its stock, and publishes it', async () => {
    const [, second] = await allProducts();
    await model.updateOne(
      { _id: second?._id },
      { $set: { 'seed.digest': 'older', name: 'Older', stock: 77 } },
    );
    await expect(seed()).resolves.toEqual({ written: 1, unchanged: 3 });
    const after = await model.findById(second?._id).lean();
    expect(after).toMatchObject({ name: second?.name, stock: 77, version: 2 });
    expect((await storedEvents(model.db, String(second?._id))).at(-1)).toMatchObject({
      type: 'product.updated',
      aggregateVersion: 2,
    });
  });

  it('empties the catalog on request', async () => {
    await expect(seed({ products: 2, fresh: true })).resolves.toEqual({ written: 2, unchanged: 0 });
    expect(await model.countDocuments()).toBe(2);
  });
});

describe('generated products', () => {
  const generated = generateProducts(seedProducts, 1_000);

  it('include the samples, are deterministic and have the requested number and unique names', () => {
    expect(generated).toHaveLength(1_000);
    expect(generated.slice(0, seedProducts.length)).toEqual(seedProducts);
    expect(generateProducts(seedProducts, 1_000)).toEqual(generated);
    expect(new Set(generated.map(({ slug }) => slug)).size).toBe(1_000);
    expect(new Set(generated.map(({ slug }) => seedProductId(slug))).size).toBe(1_000);
  });

  it('have whole prices and higher old prices (CONF-18, CAT-C1)', () => {
    for (const { slug, priceInMinorUnits, oldPriceInMinorUnits, stock } of generated) {
      expect(Number.isSafeInteger(priceInMinorUnits) && priceInMinorUnits > 0).toBe(true);
      expect([slug, oldPriceInMinorUnits > priceInMinorUnits]).toEqual([slug, true]);
      expect(stock).toBeGreaterThanOrEqual(0);
    }
  });
});
