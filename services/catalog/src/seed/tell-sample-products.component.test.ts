import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productSnapshotSchema } from '@kinmel/contracts';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { putProduct, startTestCatalog } from '../testing/test-catalog.ts';
import { exportSampleProducts } from './export-sample-products.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase('catalog-told');
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('the seed exports products with stock as its events do, for other services', async () => {
  const catalog = await startTestCatalog({
    connection: database.connection,
  });
  const plenty = await putProduct(catalog, { name: 'Plenty', price: 500, stock: 20 });
  await putProduct(catalog, { name: 'Few', price: 500, stock: 2 });
  await catalog.stop();
  const file = path.join(folder, 'products.json');

  await exportSampleProducts({ mongodbUri: database.uri, databaseName: database.databaseName, file });

  const told = JSON.parse(await readFile(file, 'utf8'));
  expect(told).toMatchObject([
    { version: 1, product: { productId: plenty, name: 'Plenty', priceInMinorUnits: 50_000, inStock: true } },
  ]);
  expect(productSnapshotSchema.parse(told[0].product)).toEqual(told[0].product);
});
