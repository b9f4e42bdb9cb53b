import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aSnapshot } from '../testing/product-builder.ts';
import { readSampleProducts } from './read-sample-products.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-seed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function told(content: unknown): Promise<string> {
  const file = path.join(folder, 'products.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

it("reads the products of catalog's seed, and rejects other files", async () => {
  const products = [{ version: 3, product: aSnapshot({ name: 'Plenty' }) }];
  expect(await readSampleProducts(await told(products))).toEqual(products);
  await expect(told([{ version: 3, product: { name: 'Plenty' } }]).then(readSampleProducts)).rejects.toThrow(
    /productId/,
  );
  expect(await readSampleProducts(undefined)).toEqual([]);
});
