import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProductSnapshot } from '@kinmel/contracts';
import { readSampleProducts } from './run-seed.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeProducts(content: unknown): Promise<string> {
  const file = path.join(folder, 'products.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

it("reads the products of catalog's seed, and rejects other files", async () => {
  const product: ProductSnapshot = {
    productId: 'a'.repeat(24),
    name: 'Plenty',
    brand: 'Apple',
    category: 'smartphone',
    priceInMinorUnits: 15_000_000,
    oldPriceInMinorUnits: null,
    currency: 'NPR',
    image: '',
    inStock: true,
    lowStockCount: null,
    specs: {},
  };
  const products = [{ version: 3, product }];
  expect(await readSampleProducts(await writeProducts(products))).toEqual(products);
  await expect(
    writeProducts([{ version: 3, product: { name: 'Plenty' } }]).then(readSampleProducts),
  ).rejects.toThrow(/productId/);
  expect(await readSampleProducts(undefined)).toEqual([]);
});
