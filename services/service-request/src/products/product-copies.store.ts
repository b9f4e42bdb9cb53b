import { declareCollection, withShopCurrency } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ProductCopy } from './product-copy.rules.ts';

interface StoredCopy extends Omit<ProductCopy, 'productId'> {
  _id: string;
  /** The name in lower case, for look-ups; absent on tombstones. */
  nameKey?: string;
}

export const createProductCopyModel = declareCollection<StoredCopy>('product_copies', [
  [{ nameKey: 1 }, { partialFilterExpression: { nameKey: { $type: 'string' } } }],
]);

interface StoredFill {
  _id: 'catalog';
  filledAt: Date;
}

export const createProductFillModel = declareCollection<StoredFill>('product_fills', []);

export interface ProductCopiesStore {
  /** Saves the copies that are newer than the stored ones (C3). */
  keepNewer(copies: readonly ProductCopy[], session?: mongoose.ClientSession): Promise<void>;
  /** The products of a name, ignoring case. */
  named(name: string): Promise<ProductCopy[]>;
  /** Whether the complete list was copied once; copies from events do not count. */
  isFilled(): Promise<boolean>;
  noteFilled(now: Date): Promise<void>;
}

const maxTimeMS = 2_000;
const keyOf = (name: string) => name.trim().toLowerCase();

export function createProductCopiesStore(
  model: mongoose.Model<StoredCopy>,
  fills: mongoose.Model<StoredFill>,
): ProductCopiesStore {
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
      // The type condition makes MongoDB use the partial index.
      const nameKey = mongoose.trusted({ $eq: keyOf(name), $type: 'string' as const });
      const found = await model.find({ nameKey }, undefined, { limit: 100, maxTimeMS }).lean();
      return found.map(({ _id, nameKey: _key, ...copy }) => ({ productId: _id, ...withShopCurrency(copy) }));
    },

    isFilled: async () => (await fills.exists({ _id: 'catalog' }).maxTimeMS(maxTimeMS)) !== null,

    async noteFilled(now) {
      await fills.updateOne({ _id: 'catalog' }, { $set: { filledAt: now } }, { upsert: true, maxTimeMS });
    },
  };
}
