import type { Product } from '@kinmel/contracts';
import { type AppStore, selectUser, toast, useAppSelector } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import {
  added,
  removed,
  restored,
  selectIsWished,
  selectWishlist,
  selectWishlistItems,
  sentWishlist,
  stored,
  storedWishlist,
} from './wishlist.slice.ts';

const connectedStores = new WeakSet<AppStore>();

/** Only signed-in users need this code, so it is a separate chunk. */
const syncAccount = (store: AppStore, userId: string, isOpened = false) =>
  import(/* webpackChunkName: "account-wishlist" */ './account-wishlist.ts').then(
    ({ syncWishlist }) => syncWishlist(store, userId, isOpened),
    () => undefined,
  );

/**
 * Connects a store to the browser's storage: reads it once, writes each change, and applies changes from other tabs.
 * While a user is signed in, the list is also synchronised with that of the account.
 */
function connectStorage(store: AppStore): void {
  if (connectedStores.has(store)) return;
  connectedStores.add(store);
  let storedItems = storedWishlist.read();
  const restoreItems = () => {
    storedItems = storedWishlist.read();
    store.dispatch(restored(storedItems));
  };
  let isWriting = false;
  restoreItems();
  let userId: string | undefined;
  const handleUserChange = () => {
    const id = selectUser(store.getState())?.id;
    if (id === userId) return;
    // The list stays (SIL-11), and what a visitor adds to it meanwhile is merged at the next login.
    if (userId !== undefined) sentWishlist.write({ userId: '', ids: [] });
    userId = id;
    if (id !== undefined) void syncAccount(store, id);
  };
  handleUserChange();
  store.subscribe(() => {
    handleUserChange();
    const items = selectWishlistItems(store.getState());
    if (items === storedItems) return;
    // The account stores only ids, so a changed price is not sent.
    const haveIdsChanged = items.map(({ id }) => id).join() !== storedItems.map(({ id }) => id).join();
    storedItems = items;
    isWriting = true;
    const isStored = storedWishlist.write(items);
    isWriting = false;
    if (userId !== undefined && haveIdsChanged) void syncAccount(store, userId);
    if (isStored === (selectWishlist(store.getState()).error !== null)) store.dispatch(stored(isStored));
  });
  storedWishlist.subscribe(() => {
    if (!isWriting) restoreItems();
  });
}

const useConnectedStore = () => {
  const store = useStore() as AppStore; // the shell's Provider holds the store that createAppStore made
  useEffect(() => connectStorage(store), [store]);
  return store;
};

/** Whether a user is signed in; the wishlist is then synchronised with their other browsers. */
export function useAccountWishlist(): boolean {
  const store = useStore() as AppStore;
  const userId = useAppSelector(selectUser)?.id;
  useEffect(() => {
    if (userId !== undefined) void syncAccount(store, userId, true);
  }, [store, userId]);
  return userId !== undefined;
}

/** The wishlist of this browser; `loading` until storage was read, after the first render. */
export function useWishlist() {
  useConnectedStore();
  return useAppSelector(selectWishlist);
}

/** Whether a product is on the wishlist, and the toggle of its heart. */
export function useWish(product: Product): { isWished: boolean; toggle: () => void } {
  const store = useConnectedStore();
  const isWished = useAppSelector((state) => selectIsWished(state, product.id));
  return {
    isWished,
    toggle: () => {
      if (isWished) {
        store.dispatch(removed(product.id));
        toast.success('Removed from Wishlist!');
      } else {
        store.dispatch(added(product, selectUser(store.getState())?.id));
        toast.success('Added to Wishlist!');
      }
    },
  };
}
