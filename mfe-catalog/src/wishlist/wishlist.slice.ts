import type { Product } from '@kinmel/contracts';
import { listOf, productShape, type Readable, textOrEmpty, withBothIds } from '@kinmel/contracts/browser';
import { type AppState, createSlice, type PayloadAction, rootReducer, storedValue } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { has, type WishlistItem, withItem, withoutItem, withUpdate } from './wishlist.rules.ts';

export interface WishlistState {
  readonly items: readonly WishlistItem[];
  /** True until the browser's storage was read, so that nobody is told of an empty list too early. */
  readonly loading: boolean;
  /** A sentence for the shopper when the browser refused to keep the list. */
  readonly error: string | null;
}

const initialState: WishlistState = { items: [], loading: true, error: null };

const wishlistSlice = createSlice({
  name: 'mfe-catalog/wishlist',
  initialState,
  reducers: {
    /** What storage holds, at the start and after another tab changed it. */
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
// The store's type does not know slices that join it later.
const joined = (state: AppState): AppState & { 'mfe-catalog/wishlist'?: WishlistState } => state;

export const selectWishlist = (state: AppState) => selectors.selectWishlist(joined(state));
export const selectWishlistItems = (state: AppState) => selectors.selectWishlistItems(joined(state));
export const selectIsWished = (state: AppState, id: string) => selectors.selectIsWished(joined(state), id);

const wishlistItem: Readable<WishlistItem> = z.pipe(
  withBothIds,
  z.object({ ...productShape, addedAt: textOrEmpty }),
);

/** The wishlist as the browser keeps it. What is no list starts empty; of a list, what is no product is left out. */
export const storedWishlist = storedValue<readonly WishlistItem[]>({
  key: 'wishlistItems',
  parse: (raw) => listOf(wishlistItem).safeParse(raw).data?.reduce<readonly WishlistItem[]>(withItem, []),
  empty: [],
});
