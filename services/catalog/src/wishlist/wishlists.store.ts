import { wishlistMax } from '@kinmel/contracts';
import mongoose from 'mongoose';

interface WishlistDocument {
  /** The user's id. */
  _id: string;
  productIds: string[];
}

const wishlistSchema = new mongoose.Schema<WishlistDocument>(
  { _id: { type: String, required: true }, productIds: [String] },
  { versionKey: false, autoIndex: false, id: false },
);

export const createWishlistModel = (connection: mongoose.Connection) =>
  connection.model<WishlistDocument>('wishlist', wishlistSchema, 'wishlists');

/** The wishlists of accounts. */
export function createWishlistsStore(model: ReturnType<typeof createWishlistModel>) {
  return {
    async list(userId: string): Promise<string[]> {
      return (await model.findById(userId).lean())?.productIds ?? [];
    },
    /** One write, so that concurrent changes are merged (W1, W2). Resolves with the new list. */
    async change(userId: string, add: readonly string[], remove: readonly string[]): Promise<string[]> {
      const stay = { $setDifference: [{ $ifNull: ['$productIds', []] }, [...remove]] };
      const kept = {
        $filter: { input: { $ifNull: ['$productIds', []] }, cond: { $in: ['$$this', stay] } },
      };
      const isNew = { $not: [{ $in: ['$$this', kept] }] };
      const added = { $filter: { input: [...new Set(add)], cond: isNew } };
      const change = [{ $set: { productIds: { $slice: [{ $concatArrays: [kept, added] }, wishlistMax] } } }];
      const { productIds } = await model
        .findOneAndUpdate({ _id: userId }, change, {
          upsert: true,
          returnDocument: 'after',
          updatePipeline: true,
        })
        .lean()
        .orFail();
      return productIds;
    },
    async forget(userId: string, session?: mongoose.ClientSession): Promise<void> {
      await model.deleteOne({ _id: userId }, session ? { session } : {});
    },
  };
}

export type WishlistsStore = ReturnType<typeof createWishlistsStore>;
