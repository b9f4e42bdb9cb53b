import { createSlice } from '@reduxjs/toolkit';
import { addLine, removeLine, removeProduct, setQuantity } from './cart.rules.ts';
import type { CartLine } from './cart-line.ts';

/** The part of the store that this remote owns. */
export interface CartState {
  /** False until storage was read: the first view is drawn without it. */
  isRead: boolean;
  lines: readonly CartLine[];
}

const initialState: CartState = { isRead: false, lines: [] };

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    /** Storage was read, here for the first time or because another tab changed it. */
    read: (_state, { payload }: { payload: readonly CartLine[] }): CartState => ({
      isRead: true,
      lines: payload,
    }),
    added: (state, { payload }: { payload: CartLine }) => ({
      ...state,
      lines: addLine(state.lines, payload),
    }),
    quantityChanged: (state, { payload }: { payload: { key: string; quantity: number } }) => ({
      ...state,
      lines: setQuantity(state.lines, payload.key, payload.quantity),
    }),
    removed: (state, { payload }: { payload: string }) => ({
      ...state,
      lines: removeLine(state.lines, payload),
    }),
    productRemoved: (state, { payload }: { payload: string }) => ({
      ...state,
      lines: removeProduct(state.lines, payload),
    }),
    cleared: (state) => ({ ...state, lines: [] }),
  },
  selectors: { selectCart: (state) => state },
});
