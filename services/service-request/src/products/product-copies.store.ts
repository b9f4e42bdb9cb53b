import mongoose from 'mongoose';
import type { ProductCopy } from './product-copy.rules.ts';

interface StoredCopy extends Omit<ProductCopy, 'productId'> {
  _id: string;
  /** The name in lower case, by which an order finds it; absent on tombstones. */
  nameKey?: string;
}

const copySchema = new mongoose.Schema<StoredCopy>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    name: { type: String, default: null },
    nameKey: String,
    priceInMinorUnits: { type: Number, required: true },
    color: { type: String, default: '' },
    storage: { type: String, default: '' },
  },
  { versionKey: false, autoIndex: false, id: false },
);
copySchema.index({ nameKey: 1 }, { partialFilterExpression: { nameKey: { $type: 'string' } } });

export type ProductCopyModel = mongoose.Model<StoredCopy>;

export const createProductCopyModel = (connection: mongoose.Connection): ProductCopyModel =>
  connection.model<StoredCopy>('product-copy', copySchema, 'product_copies');

export interface ProductCopiesStore {
  /** Keeps what is newer than the copy that is there, and nothing else (C3). */
  keepNewer(copies: readonly ProductCopy[], session?: mongoose.ClientSession): Promise<void>;
  /** Products of this name, whatever its case. */
  named(name: string): Promise<ProductCopy[]>;
  isEmpty(): Promise<boolean>;
}

const maxTimeMS = 2_000;
const keyOf = (name: string) => name.trim().toLowerCase();

export function createProductCopiesStore(model: ProductCopyModel): ProductCopiesStore {
  const copies = model.collection;
  return {
    async keepNewer(received, session) {
      if (received.length === 0) return;
      await model.bulkWrite(
        received.map(({ productId, ...copy }) => {
          const stored = {
            _id: productId,
            ...copy,
            ...(copy.name === null ? {} : { nameKey: keyOf(copy.name) }),
          };
          const isOlder = { $lt: [{ $ifNull: ['$version', 0] }, copy.version] };
          return {
            updateOne: {
              filter: { _id: productId },
              update: [{ $replaceWith: { $cond: [isOlder, { $literal: stored }, '$$ROOT'] } }],
              upsert: true,
            },
          };
        }),
        { ordered: true, ...(session ? { session } : {}) },
      );
    },

    async named(name) {
      const found = await copies
        .find({ nameKey: { $eq: keyOf(name), $type: 'string' } }, { limit: 100, maxTimeMS })
        .toArray();
      return found.map((stored) => {
        // The collection's type is the driver's; what lies there was written by this store.
        const { _id, nameKey: _key, ...copy } = stored as unknown as StoredCopy;
        return { productId: _id, ...copy };
      });
    },

    isEmpty: async () => (await copies.findOne({}, { projection: { _id: 1 }, maxTimeMS })) === null,
  };
}
