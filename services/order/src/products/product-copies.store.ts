import type { ProductSnapshot } from '@kinmel/contracts';
import { createLookUpBatcher, inTime } from '@kinmel/service-kit';
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
  find(productId: string): Promise<ProductCopy>;
  /** One call for any number of ids, shared with others of the same moment outside of transactions; what was never heard of is left out. */
  findMany(productIds: readonly string[], session?: mongoose.ClientSession): Promise<ProductCopy[]>;
  /** One call for any number of copies, of different products. */
  saveMany(copies: readonly ProductCopy[], session: mongoose.ClientSession): Promise<void>;
  count(): Promise<number>;
}

/** Carts that are looked up at once share a call of so many ids. */
const idsPerBatch = 1_000;
const lookMs = 1_000;

/** Copies by product id, the only way they are ever looked up. */
export function createProductCopiesStore(
  model: ReturnType<typeof createProductCopyModel>,
): ProductCopiesStore {
  const copies = model.db
    .getClient()
    .db(model.db.name)
    .collection<ProductCopyDocument>(model.collection.collectionName);
  async function findAll(
    productIds: readonly string[],
    session?: mongoose.ClientSession,
  ): Promise<ProductCopy[]> {
    // The driver itself, on the path of every order: the ids are ours and nothing needs casting.
    const found = await copies
      .find(
        { _id: { $in: [...productIds] } },
        {
          batchSize: productIds.length + 1,
          maxTimeMS: 2_000,
          ...(session ? { session } : {}),
        },
      )
      .toArray();
    return found.map(({ _id, snapshot, stock }) => ({ productId: _id, snapshot, stock }));
  }

  const findBatched = createLookUpBatcher(
    idsPerBatch,
    async (productIds: readonly string[]) =>
      // A buyer waits, also while the server stands still (D-02).
      new Map((await inTime(findAll(productIds), lookMs)).map((copy) => [copy.productId, copy])),
  );

  return {
    async find(productId) {
      const found = await model.findById(productId).lean();
      if (found === null) return unknownProduct(productId);
      return { productId, snapshot: found.snapshot, stock: found.stock };
    },
    async findMany(productIds, session) {
      if (session) return findAll(productIds, session);
      const found = await Promise.all([...new Set(productIds)].map(findBatched));
      return found.filter((copy) => copy !== undefined);
    },
    async saveMany(changed, session) {
      await copies.bulkWrite(
        changed.map(({ productId, snapshot, stock }) => ({
          replaceOne: {
            filter: { _id: productId },
            replacement: { ...(snapshot ? { snapshot } : {}), ...(stock ? { stock } : {}) },
            upsert: true,
          },
        })),
        { session, ordered: false },
      );
    },
    count: () => model.estimatedDocumentCount(),
  };
}
