import { declareCollection, inSession, withShopCurrency } from '@kinmel/service-kit';
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

export type ProductCopiesStore = ReturnType<typeof createProductCopiesStore>;

const maxTimeMS = 2_000;
const keyOf = (name: string) => name.trim().toLowerCase();

export function createProductCopiesStore(
  model: mongoose.Model<StoredCopy>,
  fills: mongoose.Model<StoredFill>,
) {
  return {
    /** Saves the copies that are newer than the stored ones (SR-C3). */
    async keepNewer(received: readonly ProductCopy[], session?: mongoose.ClientSession): Promise<void> {
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
        { ordered: true, ...inSession(session) },
      );
    },

    /** The products of a name, ignoring case. */
    async listByName(name: string): Promise<ProductCopy[]> {
      // The type condition lets MongoDB use the partial index.
      const nameKey = mongoose.trusted({ $eq: keyOf(name), $type: 'string' as const });
      const documents = await model.find({ nameKey }, undefined, { limit: 100 }).lean();
      return documents.map(({ _id, nameKey: _key, ...copy }) => ({
        productId: _id,
        ...withShopCurrency(copy),
      }));
    },

    /** Whether the complete list was copied once; copies from events do not count. */
    isFilled: async (): Promise<boolean> => (await fills.exists({ _id: 'catalog' })) !== null,

    async noteFilled(now: Date): Promise<void> {
      await fills.updateOne({ _id: 'catalog' }, { $set: { filledAt: now } }, { upsert: true, maxTimeMS });
    },
  };
}
