import {
  applyPromo,
  type OrderedPieces,
  removeLine,
  removePromo,
  restoreLine,
  setQuantity,
  takeOut,
} from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { acceptCheck, adoptPromo, type CartCheck } from '../check/cart-check.rules.ts';
import type { Promo } from '../pricing/promo.rules.ts';
import { changeLines, inform } from './cart-store.ts';

/** Sets the pieces of a line. */
export function changeQuantity(key: string, quantity: number): void {
  changeLines((lines) => setQuantity(lines, key, quantity));
  inform('Quantity updated');
}

/** Takes one line away, by product and offer. */
export function removeFromCart(key: string): void {
  changeLines((lines) => removeLine(lines, key));
  inform('Item removed from cart');
}

/** Empties the cart. */
export function clearCart(): void {
  changeLines(() => []);
  inform('Cart cleared');
}

/** Puts a line back that was removed a moment ago. */
export const restoreToCart = (line: CartLine, index: number): void =>
  changeLines((lines) => restoreLine(lines, line, index));

/** Lowers the prices of the lines that a live code reaches. */
export const applyPromoToCart = (promo: Promo): void => changeLines((lines) => applyPromo(lines, promo));

/** Gives every line its price before the code. */
export const removePromoFromCart = (): void => changeLines(removePromo);

/** Takes over what the shop said of prices and stock, once the shopper agrees. */
export const acceptCheckOfCart = (check: CartCheck): void =>
  changeLines((lines) => acceptCheck(lines, check));

/** Gives the code's price to lines that joined after the code was entered. */
export const adoptPromoInCart = (check: CartCheck): void => changeLines((lines) => adoptPromo(lines, check));

/** Takes out what was ordered. Says nothing: the order's own screen does. */
export const takeOrderedOut = (ordered: readonly OrderedPieces[]): void =>
  changeLines((lines) => takeOut(lines, ordered));
