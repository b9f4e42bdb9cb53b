import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productSnapshotSchema } from '@kinmel/contracts';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { putProduct, startTestCatalog } from '../testing/test-catalog.ts';
import { exportSampleProducts, listSampleDevices } from './export-sample-products.ts';

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

it('the seed exports products with stock in the format of its events, for other services', async () => {
  const catalog = await startTestCatalog({
    connection: database.connection,
  });
  const plentyId = await putProduct(catalog, { name: 'Plenty', price: 500, stock: 20 });
  await putProduct(catalog, { name: 'Few', price: 500, stock: 2 });
  await catalog.stop();
  const file = path.join(folder, 'products.json');

  await exportSampleProducts({ mongodbUri: database.uri, databaseName: database.databaseName, file });

  const exported = JSON.parse(await readFile(file, 'utf8'));
  expect(exported).toMatchObject([
    {
      version: 1,
      product: { productId: plentyId, name: 'Plenty', priceInMinorUnits: 50_000, inStock: true },
    },
  ]);
  expect(productSnapshotSchema.parse(exported[0].product)).toEqual(exported[0].product);
});

it('the seed lists sample devices that have orders, and exports them as products', async () => {
  const catalog = await startTestCatalog({ connection: database.connection });
  const ofProductId = await putProduct(catalog, { name: 'iPhone 12 Pro', price: 500, stock: 0 });
  await catalog.stop();
  const [file, devicesFile] = [path.join(folder, 'products.json'), path.join(folder, 'devices.json')];
  const deviceId = 'd'.repeat(24);
  const forSale = {
    ofProductId,
    grade: 'B',
    batteryHealthPercent: 91,
    passportLink: '/passport/abc',
    photos: [],
  };
  const listedDevice = {
    deviceId,
    storage: '256 GB',
    color: 'Gold',
    priceInMinorUnits: 5_690_000,
    currency: 'NPR',
    forSale,
  };
  await writeFile(devicesFile, JSON.stringify([listedDevice]));
  const { uri: mongodbUri, databaseName } = database;
  await listSampleDevices({ mongodbUri, databaseName, file, devicesFile });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([
    { version: 1, product: { productId: deviceId, name: 'iPhone 12 Pro', inStock: true, device: forSale } },
  ]);
});
