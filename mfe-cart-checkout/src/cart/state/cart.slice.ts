import { createSlice, type PayloadAction } from '@kinmel/web-kit';
import type { CartLine } from '../cart-line.ts';

export interface CartState {
  /** False until storage was read: the first view is rendered without it. */
  isRead: boolean;
  lines: readonly CartLine[];
}

const initialState: CartState = { isRead: false, lines: [] };

export const cartSlice = createSlice({
  name: 'mfe-cart-checkout/cart',
  initialState,
  reducers: {
    /** Replaces the lines by those of storage, of another tab, or changed by this page. */
    read: (_state, { payload }: PayloadAction<readonly CartLine[]>): CartState => ({
      isRead: true,
      lines: payload,
    }),
  },
  selectors: { selectCart: (state) => state },
});
