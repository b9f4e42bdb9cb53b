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
 * Connects a store to the browser's storage: reads it once, writes each change, and takes over changes of other tabs.
 * While somebody is signed in, the list of the account is merged and followed too.
 */
function followStorage(store: AppStore): void {
  if (connectedStores.has(store)) return;
  connectedStores.add(store);
  let last = storedWishlist.read();
  const take = () => {
    last = storedWishlist.read();
    store.dispatch(restored(last));
  };
  let isWriting = false;
  take();
  let userId: string | undefined;
  const followUser = () => {
    const id = selectUser(store.getState())?.id;
    if (id === userId) return;
    // The list stays (SIL-11), and what a visitor adds to it meanwhile is merged at the next login.
    if (userId !== undefined) sentWishlist.write({ userId: '', ids: [] });
    userId = id;
    if (id !== undefined) void syncAccount(store, id);
  };
  followUser();
  store.subscribe(() => {
    followUser();
    const items = selectWishlistItems(store.getState());
    if (items === last) return;
    // The account stores only ids, so a changed price is not sent.
    const isOtherList = items.map(({ id }) => id).join() !== last.map(({ id }) => id).join();
    last = items;
    isWriting = true;
    const wasKept = storedWishlist.write(items);
    isWriting = false;
    if (userId !== undefined && isOtherList) void syncAccount(store, userId);
    if (wasKept === (selectWishlist(store.getState()).error !== null)) store.dispatch(stored(wasKept));
  });
  storedWishlist.subscribe(() => {
    if (!isWriting) take();
  });
}

const useFollowedStore = () => {
  const store = useStore() as AppStore; // the shell's Provider holds the store that createAppStore made
  useEffect(() => followStorage(store), [store]);
  return store;
};

/** Whether somebody is signed in, whose list is then synchronised with their other browsers. */
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
  useFollowedStore();
  return useAppSelector(selectWishlist);
}

/** Whether a product is on the wishlist, and the toggle of its heart. */
export function useWish(product: Product): { isWished: boolean; toggle: () => void } {
  const store = useFollowedStore();
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
