import { productSnapshotSchema } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import type { AskedProduct } from '../placing/owners.ts';

const enoughPieces = 10;
const wanted = 8;

/**
 * Products that sample orders are made of, always the same ones. Read where the seed of catalog wrote them: sample data are
 * written before any service runs, so there is nobody to ask and no event has arrived yet.
 */
export async function readSampleProducts(catalog: mongoose.Connection): Promise<AskedProduct[]> {
  const found = await catalog
    .collection('products')
    .find({ deletedAt: null, isAvailable: true, stock: { $gte: enoughPieces } })
    .sort({ createdAt: -1, _id: 1 })
    .limit(wanted)
    .toArray();
  return found.map(({ _id, version, ...fields }) => ({
    version: Number(version),
    product: productSnapshotSchema.parse({
      ...fields,
      productId: String(_id),
      specs: fields['specs'] ?? {},
      inStock: true,
      lowStockCount: null,
    }),
  }));
}
