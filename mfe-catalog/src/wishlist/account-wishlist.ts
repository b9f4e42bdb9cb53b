import { maxWishlistProducts } from '@kinmel/contracts/browser';
import { type AppStore, apiProblem, toast } from '@kinmel/web-kit';
import { selectWishlistItems, sentWishlist, storedWishlist } from './wishlist.slice.ts';
import { wishlistApi } from './wishlist-api.ts';

const { getWishlist, changeWishlist } = wishlistApi.endpoints;

const withoutIds = (ids: readonly string[], others: readonly string[]) =>
  ids.filter((id) => !others.includes(id)).slice(0, maxWishlistProducts);

let pendingSync: Promise<void> = Promise.resolve();
let pendingSyncs = 0;

/**
 * Sends what was added and removed since the last call, and applies the changes of the account's other browsers.
 * Requests are sequential, so that no response predates a change that was sent.
 * @param isOpened requests the changes of other browsers even when there is nothing to send
 */
export function syncWishlist(store: AppStore, userId: string, isOpened: boolean): void {
  pendingSyncs += 1;
  pendingSync = pendingSync
    .then(() => sync(store, userId, isOpened))
    .catch((error: unknown) => {
      // Retried with the next change, or on the next page load.
      if (!isOpened)
        toast.error(apiProblem(error).message ?? 'Your wishlist could not be saved in your account.');
    })
    .finally(() => {
      pendingSyncs -= 1;
    });
}

async function sync(store: AppStore, userId: string, isOpened: boolean): Promise<void> {
  const items = () => selectWishlistItems(store.getState());
  // Entries that another account left in this browser belong to the list of that account.
  const hasOthers = items().some(({ addedBy }) => addedBy !== '' && addedBy !== userId);
  if (hasOthers) storedWishlist.write(items().filter(({ addedBy }) => addedBy === '' || addedBy === userId));
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const lastSync = sentWishlist.read();
  const isNew = lastSync.userId !== userId;
  const [localIds, sentIds] = [idsOf(items()), isNew ? [] : lastSync.ids];
  const [add, remove] = [withoutIds(localIds, sentIds), withoutIds(sentIds, localIds)];
  if (!isNew && !isOpened && add.length + remove.length === 0) return;
  const storedIds = await store.dispatch(changeWishlist.initiate({ add, remove })).unwrap();
  sentWishlist.write({ userId, ids: localIds });
  if (withoutIds(add, storedIds).length > 0)
    toast.error(`A wishlist has at most ${maxWishlistProducts} products.`);
  const shownIds = idsOf(items());
  if (pendingSyncs > 1) return;
  if (withoutIds(shownIds, storedIds).length + withoutIds(storedIds, shownIds).length === 0) {
    if (items().some(({ addedBy }) => addedBy === ''))
      storedWishlist.write(items().map((item) => ({ ...item, addedBy: userId })));
    return;
  }
  const products = await store.dispatch(getWishlist.initiate(undefined, { forceRefetch: true })).unwrap();
  // The response to a queued change will be newer.
  if (pendingSyncs > 1) return;
  const datesById = new Map(items().map(({ id, addedAt }) => [id, addedAt]));
  sentWishlist.write({ userId, ids: idsOf(products) });
  storedWishlist.write(
    products.map((product) => ({ ...product, addedAt: datesById.get(product.id) ?? '', addedBy: userId })),
  );
}
