import type { Product } from '@kinmel/contracts';
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

/**
 * The type of the store lacks the injected slice, whose selectors give its initial state until the next
 * action adds it.
 */
function cartOf(state: AppState): CartState {
  const fullState: AppState & { 'mfe-cart-checkout/cart'?: CartState } = state;
  return selectors.selectCart(fullState);
}

const connectedStores = new WeakSet<AppStore>();

/**
 * Connects the cart of the running store to the browser's storage, once: reads it, writes every change, and applies
 * changes from other tabs. Must not run during the first render.
 */
function startCart(): AppStore {
  const store = getStore();
  if (connectedStores.has(store)) return store;
  connectedStores.add(store);
  let isWriting = false;
  const read = () => {
    if (!isWriting) store.dispatch(actions.read(readStoredCart()));
  };
  read();
  onStoredCart(read);
  let storedLines = cartOf(store.getState()).lines;
  store.subscribe(() => {
    const { lines } = cartOf(store.getState());
    if (lines === storedLines) return;
    storedLines = lines;
    if (lines === readStoredCart()) return;
    isWriting = true;
    writeStoredCart(lines);
    isWriting = false;
  });
  return store;
}

/** Changes the stored lines, so that recent changes of another tab are kept. */
export function changeLines(update: (lines: readonly CartLine[]) => readonly CartLine[]): void {
  startCart().dispatch(actions.read(update(readStoredCart())));
}

/** Shows a message after the cart has rendered: the first frame after a click updates the badge. */
export const showCartMessage = (text: string) =>
  afterFrame(() => toast.success(text, { durationMs: cartToastDurationMs }));

/**
 * Adds a product to the cart and shows a message. Products out of stock are refused here too, for buttons that are not
 * disabled. Returns whether it was added.
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
  const isAdded = cartOf(getStore().getState()).lines.some((other) => lineKey(other) === lineKey(line));
  if (isAdded) showCartMessage(successText);
  else toast.error('The cart is full. Remove a product first.', { durationMs: cartToastDurationMs });
  return isAdded;
}

/** The lines of the cart; undefined during the first render, until storage was read. */
export function useCartLines(): readonly CartLine[] | undefined {
  useEffect(() => {
    startCart();
  }, []);
  return useAppSelector((state) => {
    const { isRead, lines } = cartOf(state);
    return isRead ? lines : undefined;
  });
}

/** Whether a device, of which there is one piece, is in the cart; false until storage was read. */
export function useHasDevice({ id, device }: Pick<Product, 'id' | 'device'>): boolean {
  const isDevice = device !== undefined;
  useEffect(() => {
    if (isDevice) startCart();
  }, [isDevice]);
  return useAppSelector((state) => isDevice && cartOf(state).lines.some((line) => line.id === id));
}

/** The quantity of all lines; 0 until storage was read. */
export function useCartCount(): number {
  return countPieces(useCartLines() ?? []);
}
