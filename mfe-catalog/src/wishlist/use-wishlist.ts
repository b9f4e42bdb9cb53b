import type { Product } from '@kinmel/contracts';
import { type AppStore, toast, useAppSelector } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import {
  added,
  kept,
  removed,
  restored,
  selectIsWished,
  selectWishlist,
  selectWishlistItems,
  storedWishlist,
} from './wishlist.slice.ts';

const followed = new WeakSet<AppStore>();

/**
 * Connects a store to the browser's storage: reads it once, writes each change, and takes over changes of other tabs.
 */
function followStorage(store: AppStore): void {
  if (followed.has(store)) return;
  followed.add(store);
  let last = storedWishlist.read();
  const take = () => {
    last = storedWishlist.read();
    store.dispatch(restored(last));
  };
  take();
  let isWriting = false;
  store.subscribe(() => {
    const items = selectWishlistItems(store.getState());
    if (items === last) return;
    last = items;
    isWriting = true;
    const wasKept = storedWishlist.write(items);
    isWriting = false;
    if (wasKept === (selectWishlist(store.getState()).error !== null)) store.dispatch(kept(wasKept));
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
        store.dispatch(added(product));
        toast.success('Added to Wishlist!');
      }
    },
  };
}
