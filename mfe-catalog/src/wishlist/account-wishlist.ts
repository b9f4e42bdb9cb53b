import { type AppStore, apiProblem, toast } from '@kinmel/web-kit';
import { selectWishlistItems, type WishlistItem, wishlistOwner } from './wishlist.slice.ts';
import { wishlistApi } from './wishlist-api.ts';

/** The wishlist of this browser, which follows that of the account while somebody is signed in. */
export interface FollowingWishlist {
  readonly store: AppStore;
  /** Replaces the items without sending the change. */
  readonly follow: (items: readonly WishlistItem[]) => void;
}

const { getWishlist, changeWishlist } = wishlistApi.endpoints;

/** As the contract: the server refuses more ids in one request. */
const maxIds = 200;

let working: Promise<void> = Promise.resolve();
let waiting = 0;

/** One request after the other, so that no answer is older than a change that was sent. */
function inTurn(work: () => Promise<void>): Promise<void> {
  waiting += 1;
  working = working
    .then(work)
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1;
    });
  return working;
}

const idsOf = (items: readonly WishlistItem[]) => items.map(({ id }) => id);
const without = (ids: readonly string[], others: readonly string[]) =>
  ids.filter((id) => !others.includes(id));

/** Takes over the list of the account, unless a change waits whose answer is newer. */
async function takeOver({ store, follow }: FollowingWishlist): Promise<void> {
  const products = await store.dispatch(getWishlist.initiate(undefined, { forceRefetch: true })).unwrap();
  if (waiting > 1) return;
  const known = new Map(selectWishlistItems(store.getState()).map(({ id, addedAt }) => [id, addedAt]));
  follow(products.map((product) => ({ ...product, addedAt: known.get(product.id) ?? '' })));
}

async function change(list: FollowingWishlist, userId: string, add: readonly string[], remove: string[]) {
  const { store } = list;
  const own = () => idsOf(selectWishlistItems(store.getState()));
  // The whole list until it was merged: what is not in the answer is dropped here.
  const added = wishlistOwner.read() === userId ? add : own();
  const body = { add: added.slice(0, maxIds), remove: remove.slice(0, maxIds) };
  const kept = await store.dispatch(changeWishlist.initiate(body)).unwrap();
  wishlistOwner.write(userId);
  if (without(added, kept).length > 0) toast.error(`A wishlist has at most ${maxIds} products.`);
  const shown = own();
  if (waiting === 1 && (without(shown, kept).length > 0 || without(kept, shown).length > 0))
    await takeOver(list);
}

/** Shows what other browsers of the account have changed. */
export const followAccount = (list: FollowingWishlist) => inTurn(() => takeOver(list));

/** Merges the list of this browser into that of the account, once after each login. */
export const mergeIntoAccount = (list: FollowingWishlist, userId: string) =>
  inTurn(async () => {
    if (wishlistOwner.read() !== userId) await change(list, userId, [], []);
  });

/** Sends a change of this browser, and takes over what others have changed meanwhile. */
export const sendChange = (
  list: FollowingWishlist,
  userId: string,
  before: readonly WishlistItem[],
  after: readonly WishlistItem[],
) =>
  inTurn(async () => {
    const [earlier, later] = [idsOf(before), idsOf(after)];
    try {
      await change(list, userId, without(later, earlier), without(earlier, later));
    } catch (error) {
      // Merged again by the next change, or when the next page is loaded.
      wishlistOwner.write('');
      toast.error(apiProblem(error).message ?? 'Your wishlist could not be saved in your account.');
    }
  });
