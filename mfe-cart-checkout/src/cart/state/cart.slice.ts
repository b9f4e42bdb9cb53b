import { createSlice, type PayloadAction } from '@kinmel/web-kit';
import type { CartLine } from '../cart-line.ts';

/** The part of the store that this remote owns. */
export interface CartState {
  /** False until storage was read: the first view is drawn without it. */
  isRead: boolean;
  lines: readonly CartLine[];
}

const initialState: CartState = { isRead: false, lines: [] };

export const cartSlice = createSlice({
  name: 'mfe-cart-checkout/cart',
  initialState,
  reducers: {
    /** The lines as storage has them, as another tab left them, or as this page has changed them. */
    read: (_state, { payload }: PayloadAction<readonly CartLine[]>): CartState => ({
      isRead: true,
      lines: payload,
    }),
  },
  selectors: { selectCart: (state) => state },
});
