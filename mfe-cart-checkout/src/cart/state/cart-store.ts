import {
  type AppState,
  type AppStore,
  afterFrame,
  cartToastDurationMs,
  getStore,
  rootReducer,
  toast,
  useAppSelector,
} from '@kinmel/web-kit';
import { useEffect } from 'react';
import { addLine, countPieces, lineKey, lineOf } from '../cart.rules.ts';
import type { CartInput, CartLine } from '../cart-line.ts';
import { type CartState, cartSlice } from './cart.slice.ts';
import { onStoredCart, readStoredCart, writeStoredCart } from './cart-storage.ts';

const { actions, selectors } = cartSlice.injectInto(rootReducer);

/** The state of a store that the slice has joined, or will join with the next action. */
function cartOf(state: AppState): CartState {
  const joined: AppState & { 'mfe-cart-checkout/cart'?: CartState } = state;
  return selectors.selectCart(joined);
}

const started = new WeakSet<AppStore>();

/**
 * Ties the cart of the running store to the browser's storage, once: reads it, writes every change, and takes
 * over what other tabs write. Nothing of it may run while a first view is drawn.
 */
function startCart(): AppStore {
  const store = getStore();
  if (started.has(store)) return store;
  started.add(store);
  let isWriting = false;
  const read = () => {
    if (!isWriting) store.dispatch(actions.read(readStoredCart()));
  };
  read();
  onStoredCart(read);
  let kept = cartOf(store.getState()).lines;
  store.subscribe(() => {
    const { lines } = cartOf(store.getState());
    if (lines === kept) return;
    kept = lines;
    if (lines === readStoredCart()) return;
    isWriting = true;
    writeStoredCart(lines);
    isWriting = false;
  });
  return store;
}

/** Changes the lines as they are now: what another tab wrote a moment ago is in them, so that it is never undone here. */
export function changeLines(update: (lines: readonly CartLine[]) => readonly CartLine[]): void {
  startCart().dispatch(actions.read(update(readStoredCart())));
}

/** Says what was done with the cart, once the cart itself shows it: the frame of a click is for the badge. */
export const inform = (text: string) =>
  afterFrame(() => toast.success(text, { durationMs: cartToastDurationMs }));

/**
 * Puts a product into the cart and says so. One that is not in stock is refused here too, for places whose
 * button is not switched off or knows no better. Answers whether it was added.
 */
export function addToCart(
  input: CartInput & { readonly inStock: boolean },
  successText = 'Added to Cart!',
): boolean {
  if (!input.inStock) {
    toast.error('Product is out of stock!', { durationMs: cartToastDurationMs });
    return false;
  }
  const line = lineOf(input, Date.now());
  changeLines((lines) => addLine(lines, line));
  const isIn = cartOf(getStore().getState()).lines.some((kept) => lineKey(kept) === lineKey(line));
  if (isIn) inform(successText);
  else toast.error('The cart is full. Remove a product first.', { durationMs: cartToastDurationMs });
  return isIn;
}

/** The lines of the cart; undefined in the first view, until storage was read. */
export function useCartLines(): readonly CartLine[] | undefined {
  useEffect(() => {
    startCart();
  }, []);
  return useAppSelector((state) => {
    const { isRead, lines } = cartOf(state);
    return isRead ? lines : undefined;
  });
}

/** The pieces in the cart; 0 until storage was read. */
export function useCartCount(): number {
  return countPieces(useCartLines() ?? []);
}
