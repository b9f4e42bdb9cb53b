import {
  type AppState,
  type AppStore,
  cartToastDurationMs,
  getStore,
  injectSlice,
  toast,
  useAppSelector,
} from '@kinmel/web-kit';
import { useEffect } from 'react';
import { countPieces, lineKey, lineOf, type OrderedPieces, type Promo } from './cart.rules.ts';
import { type CartState, cartSlice } from './cart.slice.ts';
import type { CartCheck } from './cart-check.rules.ts';
import type { CartInput, CartLine } from './cart-line.ts';
import { onStoredCart, readStoredCart, writeStoredCart } from './cart-storage.ts';

const { actions, selectors } = injectSlice(cartSlice);

/** The state of a store that the slice has joined, or will join with the next action. */
function cartOf(state: AppState): CartState {
  const joined: AppState & { cart?: CartState } = state;
  return selectors.selectCart(joined);
}

const started = new WeakSet<AppStore>();

/**
 * Ties the cart of the running store to the browser's storage, once: reads it, writes every change (CART-38), and takes
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

/** Brings in what another tab wrote a moment ago, so that a change here never undoes it; then makes the change. */
function change(action: Parameters<AppStore['dispatch']>[0]): void {
  const store = startCart();
  const stored = readStoredCart();
  if (stored !== cartOf(store.getState()).lines) store.dispatch(actions.read(stored));
  store.dispatch(action);
}

const inform = (text: string) => toast.success(text, { durationMs: cartToastDurationMs });

/**
 * Puts a product into the cart and says so (CART-41). One that is not in stock is refused here too, for places whose
 * button is not switched off or knows no better (CART-40, CART-42, decision CONF-15). Answers whether it was added.
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
  change(actions.added(line));
  const isIn = cartOf(getStore().getState()).lines.some((kept) => lineKey(kept) === lineKey(line));
  if (isIn) inform(successText);
  else toast.error('The cart is full. Remove a product first.', { durationMs: cartToastDurationMs });
  return isIn;
}

/** Sets the pieces of a line (ERR-38). */
export function changeQuantity(key: string, quantity: number): void {
  change(actions.quantityChanged({ key, quantity }));
  inform('Quantity updated');
}

/** Takes one line away, by product and offer (ERR-39). */
export function removeFromCart(key: string): void {
  change(actions.removed(key));
  inform('Item removed from cart');
}

/** Takes every line of a product away, whatever its offers (decision CONF-13). */
export function removeProductFromCart(id: string): void {
  change(actions.productRemoved(id));
  inform('Item removed from cart');
}

/** Empties the cart (ERR-40). */
export function clearCart(): void {
  change(actions.cleared());
  inform('Cart cleared');
}

/** Puts a line back that was removed a moment ago. */
export const restoreToCart = (line: CartLine, index: number): void =>
  change(actions.restored({ line, index }));

/** Lowers the prices of the lines that a live code reaches (CART-33 to CART-36). */
export const applyPromoToCart = (promo: Promo): void => change(actions.promoApplied(promo));

/** Gives every line its price before the code (CART-37). */
export const removePromoFromCart = (): void => change(actions.promoRemoved());

/** Takes over what the shop said of prices and stock, once the shopper agrees. */
export const acceptCheckOfCart = (check: CartCheck): void => change(actions.checkAccepted(check));

/** Gives the code's price to a line that joined after the code was entered. */
export const adoptPromoInCart = (check: CartCheck): void => change(actions.promoAdopted(check));

/** Takes out what was ordered (CART-39). Says nothing: the order's own screen does. */
export const takeOrderedOut = (lines: readonly OrderedPieces[]): void => change(actions.ordered(lines));

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

/** The pieces in the cart (decision SIL-13); 0 until storage was read. */
export function useCartCount(): number {
  return countPieces(useCartLines() ?? []);
}
