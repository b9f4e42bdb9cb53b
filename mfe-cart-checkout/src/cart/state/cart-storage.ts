import { storedValue } from '@kinmel/web-kit';
import type { CartLine } from '../cart-line.ts';
import { parseCart } from './parse-cart.ts';

const none: readonly CartLine[] = [];

/** The truth. */
const cartItems = storedValue({ key: 'cartItems', parse: parseCart, empty: none });
/** The older name: written with the same content, read only where the other key is missing. */
const cart = storedValue({ key: 'cart', parse: parseCart, empty: none });

function hasCartItems(): boolean {
  try {
    return window.localStorage.getItem(cartItems.key) !== null;
  } catch {
    // No storage at all: the value that storedValue keeps in memory is the only one there is.
    return true;
  }
}

/** What this browser keeps of the cart; never fails. */
export const readStoredCart = (): readonly CartLine[] => {
  const lines = cartItems.read();
  return lines.length === 0 && !hasCartItems() ? cart.read() : lines;
};

/** Keeps the cart under both keys. */
export function writeStoredCart(lines: readonly CartLine[]): void {
  cartItems.write(lines);
  cart.write(lines);
}

/** Hears when another tab changed the cart, and when this page wrote it. */
export const onStoredCart = (listener: () => void): (() => void) => cartItems.subscribe(listener);
