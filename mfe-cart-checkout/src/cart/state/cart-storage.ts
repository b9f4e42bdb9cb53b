import { storedValue } from '@kinmel/web-kit';
import type { CartLine } from '../cart-line.ts';
import { parseCart } from './parse-cart.ts';

const noLines: readonly CartLine[] = [];

/** The primary key. */
const cartItems = storedValue({ key: 'cartItems', parse: parseCart, empty: noLines });
/** The older key: written with the same content, read only when the other key is missing. */
const cart = storedValue({ key: 'cart', parse: parseCart, empty: noLines });

function hasCartItems(): boolean {
  try {
    return window.localStorage.getItem(cartItems.key) !== null;
  } catch {
    // Without storage, storedValue keeps the value in memory.
    return true;
  }
}

/** Reads the stored cart; never fails. */
export const readStoredCart = (): readonly CartLine[] => {
  const lines = cartItems.read();
  return lines.length === 0 && !hasCartItems() ? cart.read() : lines;
};

/** Writes the cart to both keys. */
export function writeStoredCart(lines: readonly CartLine[]): void {
  cartItems.write(lines);
  cart.write(lines);
}

/** Subscribes to changes of the stored cart by any tab. */
export const onStoredCart = (listener: () => void): (() => void) => cartItems.subscribe(listener);
