import { createSlice } from '@reduxjs/toolkit';
import {
  addLine,
  applyPromo,
  type OrderedPieces,
  type Promo,
  removeLine,
  removeProduct,
  removePromo,
  restoreLine,
  setQuantity,
  takeOut,
} from './cart.rules.ts';
import { acceptCheck, adoptPromo, type CartCheck } from './cart-check.rules.ts';
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
    restored: (state, { payload }: { payload: { line: CartLine; index: number } }) => ({
      ...state,
      lines: restoreLine(state.lines, payload.line, payload.index),
    }),
    promoApplied: (state, { payload }: { payload: Promo }) => ({
      ...state,
      lines: applyPromo(state.lines, payload),
    }),
    promoRemoved: (state) => ({ ...state, lines: removePromo(state.lines) }),
    /** The shopper has seen what changed and goes on with it. */
    checkAccepted: (state, { payload }: { payload: CartCheck }) => ({
      ...state,
      lines: acceptCheck(state.lines, payload),
    }),
    /** A line that joined after the code was entered gets it too. */
    promoAdopted: (state, { payload }: { payload: CartCheck }) => ({
      ...state,
      lines: adoptPromo(state.lines, payload),
    }),
    ordered: (state, { payload }: { payload: readonly OrderedPieces[] }) => ({
      ...state,
      lines: takeOut(state.lines, payload),
    }),
    cleared: (state) => ({ ...state, lines: [] }),
  },
  selectors: { selectCart: (state) => state },
});
