import { putProduct, startTestCatalog } from '@kinmel/catalog/testing';
import { testDatabase } from '@kinmel/testing/servers';
import { readSampleProducts } from './read-sample-products.ts';

jest.setTimeout(60_000);

it('sample orders are made of products that catalog wrote and that have pieces to spare', async () => {
  const database = await testDatabase('order-seed-catalog');
  const catalog = await startTestCatalog({
    connection: database.connection,
    jwks: async () => ({ keys: [] }),
  });
  try {
    const plenty = await putProduct(catalog, { name: 'Plenty', price: 500, stock: 20 });
    await putProduct(catalog, { name: 'Few', price: 500, stock: 2 });
    expect(await readSampleProducts(database.connection)).toMatchObject([
      {
        version: 1,
        product: { productId: plenty, name: 'Plenty', priceInMinorUnits: 50_000, inStock: true },
      },
    ]);
  } finally {
    await catalog.stop();
    await database.drop();
  }
});
