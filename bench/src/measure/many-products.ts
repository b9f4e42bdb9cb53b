import type { Stack } from '@kinmel/tooling/stack';
import { mongo } from 'mongoose';
import { databaseOf } from './orders.ts';

const productsPerWrite = 2_000;
const hourMs = 3_600_000;

interface StoredProduct {
  name: string;
  priceInMinorUnits: number;
  oldPriceInMinorUnits: number | null;
  createdAt: Date;
  seed?: unknown;
}

interface CopyOfProduct {
  _id: string;
  snapshot: { product: { productId: string; name: string; priceInMinorUnits: number } };
}

/**
 * Brings a shop to so many products: further ones like those that are there, with names, prices and times of their own. They are
 * written past the services, into the products of catalog and the copies of order, without the events that would tell of them:
 * a hundred thousand take seconds. Catalog is started again, because it reads its products when it starts.
 */
export async function fillProducts(stack: Stack, wanted: number): Promise<void> {
  const client = new mongo.MongoClient(stack.urls.mongodb);
  try {
    const products = client.db(databaseOf('catalog')).collection<StoredProduct>('products');
    const copies = client.db(databaseOf('order')).collection<CopyOfProduct>('product_copies');
    const samples = await products.find({ deletedAt: null }).toArray();
    const sampleCopies = new Map((await copies.find().toArray()).map((copy) => [copy._id, copy]));
    for (let made = samples.length; made < wanted; ) {
      const added = Array.from({ length: Math.min(productsPerWrite, wanted - made) }, (_, index) => {
        const number = made + index;
        const round = Math.floor(number / samples.length);
        const sample = samples[number % samples.length];
        const copy = sampleCopies.get(String(sample?._id));
        if (sample === undefined || copy === undefined) throw new Error('Order has no copy of a product.');
        const { seed: _seed, ...fields } = sample;
        const _id = new mongo.ObjectId();
        const name = `${sample.name} ${round}`;
        const priceInMinorUnits = sample.priceInMinorUnits + 100 * (number % 977);
        const oldPriceInMinorUnits = sample.oldPriceInMinorUnits && 2 * priceInMinorUnits;
        const createdAt = new Date(sample.createdAt.getTime() - round * hourMs);
        const own = { name, priceInMinorUnits, oldPriceInMinorUnits };
        return {
          product: { ...fields, _id, ...own, createdAt, reservations: [], outbox: [] },
          copy: {
            ...copy,
            _id: _id.toHexString(),
            snapshot: {
              ...copy.snapshot,
              product: { ...copy.snapshot.product, ...own, productId: _id.toHexString() },
            },
          },
        };
      });
      await products.insertMany(added.map(({ product }) => product));
      await copies.insertMany(added.map(({ copy }) => copy));
      made += added.length;
    }
  } finally {
    await client.close();
  }
  await stack.restart('catalog');
}
