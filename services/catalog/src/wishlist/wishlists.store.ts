import { maxWishlistProducts } from '@kinmel/contracts';
import { declareCollection, inSession, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface WishlistDocument {
  /** The user's id. */
  _id: string;
  productIds: string[];
}

export const createWishlistModel = declareCollection<WishlistDocument>('wishlists', []);

/** An expression for the items of a list that are not in `others`. */
const itemsWithout = (input: unknown, others: unknown) => ({
  $filter: { input, cond: { $not: [{ $in: ['$$this', others] }] } },
});

/** The wishlists of accounts. */
export function createWishlistsStore(model: ReturnType<typeof createWishlistModel>) {
  const wishlists = nativeCollection(model);
  return {
    async list(userId: string): Promise<string[]> {
      return (await wishlists.findOne({ _id: userId }))?.productIds ?? [];
    },
    /** One write, so that concurrent changes are merged (CAT-W1, CAT-W2). Resolves with the new list. */
    async change(userId: string, add: readonly string[], remove: readonly string[]): Promise<string[]> {
      const remaining = itemsWithout({ $ifNull: ['$productIds', []] }, remove);
      const added = itemsWithout([...new Set(add)], remaining);
      const productIds = { $slice: [{ $concatArrays: [remaining, added] }, maxWishlistProducts] };
      const options = { upsert: true, returnDocument: 'after' } as const;
      const list = await wishlists.findOneAndUpdate({ _id: userId }, [{ $set: { productIds } }], options);
      return list?.productIds ?? [];
    },
    async forget(userId: string, session?: mongoose.ClientSession): Promise<void> {
      await wishlists.deleteOne({ _id: userId }, inSession(session));
    },
  };
}

export type WishlistsStore = ReturnType<typeof createWishlistsStore>;
