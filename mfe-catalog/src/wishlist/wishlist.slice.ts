import type { Product } from '@kinmel/contracts';
import {
  listOf,
  productShape,
  type SchemaOf,
  textOrEmpty,
  withIdAndMongoId,
} from '@kinmel/contracts/browser';
import {
  type AppState,
  createSlice,
  type PayloadAction,
  rootReducer,
  serverNow,
  storedValue,
} from '@kinmel/web-kit';
import * as z from 'zod/mini';

/** A product as of the time when it was added, or when the wishlist was last opened. */
export interface WishlistItem extends Product {
  /** ISO 8601. */
  readonly addedAt: string;
  /**
   * The account that it belongs to. Empty for a visitor's product, which is added to the next account that signs in.
   */
  readonly addedBy: string;
}

const includesId = (items: readonly WishlistItem[], id: string) => items.some((item) => item.id === id);

/** Adds at the end; a product that is already present is unchanged. */
const withItem = (items: readonly WishlistItem[], item: WishlistItem): readonly WishlistItem[] =>
  includesId(items, item.id) ? items : [...items, item];

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
      items: includesId(state.items, id) ? state.items.filter((item) => item.id !== id) : state.items,
    }),
    /** Replaces the stored products, keeping position, time and owner. */
    updated: (state, { payload }: PayloadAction<readonly Product[]>) => {
      const products = new Map(payload.map((product) => [product.id, product]));
      const items = state.items.map((item) => {
        const { addedAt, addedBy } = item;
        const product = products.get(item.id);
        return product ? { ...product, addedAt, addedBy } : item;
      });
      return { ...state, items };
    },
    cleared: (state) => ({ ...state, items: [] }),
    stored: (state, { payload: isStored }: PayloadAction<boolean>) => ({
      ...state,
      error: isStored
        ? null
        : 'This browser cannot keep your wishlist. It will be gone when you close the page.',
    }),
  },
  selectors: {
    selectWishlist: (state) => state,
    selectWishlistItems: (state) => state.items,
    selectIsWished: (state, id: string) => includesId(state.items, id),
  },
});

export const { restored, removed, updated, cleared, stored } = wishlistSlice.actions;
export const added = (product: Product, addedBy = '') =>
  wishlistSlice.actions.added({ ...product, addedAt: serverNow().toISOString(), addedBy });

const { selectors } = wishlistSlice.injectInto(rootReducer);
// The store's type lacks slices that are added later.
const stateWithSlice = (state: AppState): AppState & { 'mfe-catalog/wishlist'?: WishlistState } => state;

export const selectWishlist = (state: AppState) => selectors.selectWishlist(stateWithSlice(state));
export const selectWishlistItems = (state: AppState) => selectors.selectWishlistItems(stateWithSlice(state));
export const selectIsWished = (state: AppState, id: string) =>
  selectors.selectIsWished(stateWithSlice(state), id);

const wishlistItem: SchemaOf<WishlistItem> = z.pipe(
  withIdAndMongoId,
  z.object({ ...productShape, addedAt: textOrEmpty, addedBy: textOrEmpty }),
);

/** The stored wishlist. Invalid content gives an empty list; invalid items are dropped. */
export const storedWishlist = storedValue<readonly WishlistItem[]>({
  key: 'wishlistItems',
  parse: (raw) => listOf(wishlistItem).safeParse(raw).data?.reduce<readonly WishlistItem[]>(withItem, []),
  empty: [],
});

/**
 * The list at the last synchronisation of this browser with the account; empty without an account, so that the lists
 * are merged first.
 */
export const sentWishlist = storedValue<{ readonly userId: string; readonly ids: readonly string[] }>({
  key: 'wishlistOfAccount',
  parse: (raw) => z.object({ userId: z.string(), ids: z.array(z.string()) }).safeParse(raw).data,
  empty: { userId: '', ids: [] },
});
