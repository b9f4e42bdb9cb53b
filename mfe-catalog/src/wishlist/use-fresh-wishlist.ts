import type { AppStore } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { selectWishlistItems, updated } from './wishlist.slice.ts';
import { wishlistApi } from './wishlist-api.ts';

/** The same limit as in the contract: the server refuses more ids in one request. */
const idsPerCall = 100;

/** Requests current prices and stock of the listed products, once each time the page opens. */
export function useFreshWishlist(isRead: boolean): void {
  const store = useStore() as AppStore;
  useEffect(() => {
    if (isRead) void refreshWishlist(store);
  }, [store, isRead]);
}

/** Without an answer the list shows the stored data. */
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
