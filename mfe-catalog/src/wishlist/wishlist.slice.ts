import type { Product } from '@kinmel/contracts';
import { listOf, productShape, type Readable, textOrEmpty, withBothIds } from '@kinmel/contracts/browser';
import { type AppState, createSlice, type PayloadAction, rootReducer, storedValue } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { has, type WishlistItem, withItem, withoutItem, withUpdate } from './wishlist.rules.ts';

export interface WishlistState {
  readonly items: readonly WishlistItem[];
  /** True until storage was read, so that the list is not shown as empty too early. */
  readonly loading: boolean;
  /** The error text when the browser refused to store the list. */
  readonly error: string | null;
}

const initialState: WishlistState = { items: [], loading: true, error: null };

const wishlistSlice = createSlice({
  name: 'mfe-catalog/wishlist',
  initialState,
  reducers: {
    /** Replaces the items by those in storage, initially and after changes of other tabs. */
    restored: (state, { payload }: PayloadAction<readonly WishlistItem[]>) => ({
      ...state,
      items: payload,
      loading: false,
    }),
    added: (state, { payload }: PayloadAction<WishlistItem>) => ({
      ...state,
      items: withItem(state.items, payload),
    }),
    removed: (state, { payload: id }: PayloadAction<string>) => ({
      ...state,
      items: withoutItem(state.items, id),
    }),
    updated: (state, { payload }: PayloadAction<Product>) => ({
      ...state,
      items: withUpdate(state.items, payload),
    }),
    cleared: (state) => ({ ...state, items: [] }),
    kept: (state, { payload: wasKept }: PayloadAction<boolean>) => ({
      ...state,
      error: wasKept
        ? null
        : 'This browser cannot keep your wishlist. It will be gone when you close the page.',
    }),
  },
  selectors: {
    selectWishlist: (state) => state,
    selectWishlistItems: (state) => state.items,
    selectIsWished: (state, id: string) => has(state.items, id),
  },
});

export const { restored, removed, updated, cleared, kept } = wishlistSlice.actions;
export const added = (product: Product) =>
  wishlistSlice.actions.added({ ...product, addedAt: new Date().toISOString() });

const { selectors } = wishlistSlice.injectInto(rootReducer);
// The store's type lacks slices that are added later.
const joined = (state: AppState): AppState & { 'mfe-catalog/wishlist'?: WishlistState } => state;

export const selectWishlist = (state: AppState) => selectors.selectWishlist(joined(state));
export const selectWishlistItems = (state: AppState) => selectors.selectWishlistItems(joined(state));
export const selectIsWished = (state: AppState, id: string) => selectors.selectIsWished(joined(state), id);

const wishlistItem: Readable<WishlistItem> = z.pipe(
  withBothIds,
  z.object({ ...productShape, addedAt: textOrEmpty }),
);

/** The stored wishlist. Invalid content gives an empty list; invalid items are dropped. */
export const storedWishlist = storedValue<readonly WishlistItem[]>({
  key: 'wishlistItems',
  parse: (raw) => listOf(wishlistItem).safeParse(raw).data?.reduce<readonly WishlistItem[]>(withItem, []),
  empty: [],
});
