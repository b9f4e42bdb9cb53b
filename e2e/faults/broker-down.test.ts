import mongoose from 'mongoose';
import { expect, test } from '../support/journey.ts';
import { productsOf } from '../support/pages/shop-products.ts';
import { adminCall, changeProduct } from '../support/people/admin.ts';
import { expectSoundBooks } from '../support/stack/books.ts';
import { stackState, whileDown } from '../support/stack/stack-control.ts';

interface InboxRow {
  _id: string;
  type: string;
  aggregateId: string;
  aggregateVersion: number;
}

test('the broker is killed while products change: no event is lost or handled twice, and all copies match afterwards', async () => {
  const { urls } = await stackState();
  const connection = await mongoose.createConnection(urls.mongodb).asPromise();
  const products = connection.useDb('kinmel_catalog').collection('products');
  const inbox = connection.useDb('kinmel_order').collection<InboxRow>('inbox');

  const changedProducts = (await productsOf('smartphone')).slice(0, 5);
  const priceAt = async (id: string) => {
    const answer = await fetch(`${urls.shop}/api/products/${id}`);
    return answer.ok ? (await answer.json()).data.price : answer.status;
  };
  // Cached by the gateway, and must be invalidated by the change.
  for (const { id, price } of changedProducts) expect(await priceAt(id)).toBe(price);

  let added: { id: string } | undefined;
  try {
    await whileDown('broker', async () => {
      for (const round of [1, 2, 3])
        for (const { id, price } of changedProducts) await changeProduct(id, { price: price + round });
      added = await adminCall('POST', '/api/products', {
        name: 'Added while the broker was down',
        description: 'Seen by order when the broker is back.',
        price: 4321,
        category: 'watch',
        stock: 3,
      });
      const removed = await adminCall('POST', '/api/products', {
        name: 'Added and removed while the broker was down',
        description: 'A tombstone for order.',
        price: 1234,
        category: 'watch',
      });
      await adminCall('DELETE', `/api/products/${removed.id}`);
      // The order is stored although no event can be sent.
      expect(
        await products.countDocuments({
          _id: new mongoose.Types.ObjectId(changedProducts[0]?.id),
          deletedAt: null,
        }),
      ).toBe(1);
    });

    // Order's copies match their owner (I-9).
    await expectSoundBooks({}, 60_000);
    // One inbox row per version.
    const ids = changedProducts.map(({ id }) => id);
    const effects = await inbox.find({ aggregateId: { $in: ids } }).toArray();
    const rows = effects.map((row) => `${row.type} ${row.aggregateId} ${row.aggregateVersion}`);
    expect(new Set(rows).size).toBe(rows.length);

    for (const { id, price } of changedProducts) await expect.poll(() => priceAt(id)).toBe(price + 3);
  } finally {
    for (const { id, price } of changedProducts) await changeProduct(id, { price });
    if (added) await adminCall('DELETE', `/api/products/${added.id}`);
    await connection.close();
  }
});
