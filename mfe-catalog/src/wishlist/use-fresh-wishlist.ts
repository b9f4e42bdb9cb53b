import type { AppStore } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectWishlistItems, updated } from './wishlist.slice.ts';
import { wishlistApi } from './wishlist-api.ts';

/** As the contract: the server refuses more ids in one request. */
const idsPerCall = 100;

/** Asks for what the listed products cost now and whether they are in stock, once for each time the page is opened. */
export function useFreshWishlist(isRead: boolean): void {
  const store = useStore() as AppStore;
  useEffect(() => {
    if (isRead) void refreshWishlist(store);
  }, [store, isRead]);
}

/** Without an answer the list shows what is known. */
async function refreshWishlist(store: AppStore): Promise<void> {
  const items = selectWishlistItems(store.getState());
  for (let from = 0; from < items.length; from += idsPerCall) {
    const batch = items.slice(from, from + idsPerCall);
    const request = wishlistApi.endpoints.listChosenProducts.initiate(
      batch.map(({ id }) => id),
      { forceRefetch: true, subscribe: false },
    );
    const { data } = await store.dispatch(request);
    if (!data) return;
    const productsById = new Map(data.map((product) => [product.id, product]));
    // A deleted product is shown as out of stock; only the customer removes it.
    store.dispatch(updated(batch.map((item) => productsById.get(item.id) ?? { ...item, inStock: false })));
  }
}
