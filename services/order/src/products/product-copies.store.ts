import type { ProductSnapshot } from '@kinmel/contracts';
import mongoose from 'mongoose';
import { type ProductCopy, unknownProduct } from './product-copy.rules.ts';

interface ProductCopyDocument {
  _id: string;
  snapshot?: { version: number; product: ProductSnapshot | null };
  stock?: { version: number; inStock: boolean; lowStockCount: number | null };
}

const productCopySchema = new mongoose.Schema<ProductCopyDocument>(
  {
    _id: { type: String, required: true },
    snapshot: { type: mongoose.Schema.Types.Mixed },
    stock: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'product_copies', versionKey: false, minimize: false },
);

export const createProductCopyModel = (connection: mongoose.Connection) =>
  connection.model('ProductCopy', productCopySchema);

export interface ProductCopiesStore {
  find(productId: string, session?: mongoose.ClientSession): Promise<ProductCopy>;
  save(copy: ProductCopy, session: mongoose.ClientSession): Promise<void>;
  count(): Promise<number>;
}

/** Copies by product id, the only way they are ever looked up. */
export function createProductCopiesStore(
  model: ReturnType<typeof createProductCopyModel>,
): ProductCopiesStore {
  return {
    async find(productId, session) {
      const found = await model
        .findById(productId)
        .session(session ?? null)
        .lean();
      if (found === null) return unknownProduct(productId);
      return { productId, snapshot: found.snapshot, stock: found.stock };
    },
    async save({ productId, snapshot, stock }, session) {
      await model.replaceOne(
        { _id: productId },
        { _id: productId, snapshot, stock },
        { upsert: true, session },
      );
    },
    count: () => model.estimatedDocumentCount(),
  };
}
