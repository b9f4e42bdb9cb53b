import {
  applyPromo,
  type OrderedPieces,
  removeLine,
  removeOrdered,
  removePromo,
  restoreLine,
  setQuantity,
} from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { acceptCheck, adoptPromo, type CartCheck } from '../check/cart-check.rules.ts';
import type { Promo } from '../pricing/promo.rules.ts';
import { changeLines, showCartMessage } from './cart-store.ts';

export function changeQuantity(key: string, quantity: number): void {
  changeLines((lines) => setQuantity(lines, key, quantity));
  showCartMessage('Quantity updated');
}

/** Removes one line, by product and offer. */
export function removeFromCart(key: string): void {
  changeLines((lines) => removeLine(lines, key));
  showCartMessage('Item removed from cart');
}

export function clearCart(): void {
  changeLines(() => []);
  showCartMessage('Cart cleared');
}

/** Restores a line that was just removed. */
export const restoreToCart = (line: CartLine, index: number): void =>
  changeLines((lines) => restoreLine(lines, line, index));

export const applyPromoToCart = (promo: Promo): void => changeLines((lines) => applyPromo(lines, promo));

export const removePromoFromCart = (): void => changeLines(removePromo);

/** Takes over current prices and stock after the shopper accepts. */
export const acceptCheckOfCart = (check: CartCheck): void =>
  changeLines((lines) => acceptCheck(lines, check));

/** Applies the code to lines that were added after it. */
export const adoptPromoInCart = (check: CartCheck): void => changeLines((lines) => adoptPromo(lines, check));

/** Removes ordered lines without a message, as the order has its own screen. */
export const removeOrderedLines = (ordered: readonly OrderedPieces[]): void =>
  changeLines((lines) => removeOrdered(lines, ordered));
