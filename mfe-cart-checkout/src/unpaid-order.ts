import { useLocation } from 'react-router-dom';
import { isShopId } from './cart-api.ts';

/** Navigation state of a link to the cart: its lines became this order, which is not paid yet. */
export const withUnpaidOrder = (unpaidOrderId: string) => ({ unpaidOrderId });

/** The order that was just left unpaid, from the navigation state. */
export function useUnpaidOrder(): string | undefined {
  const { state } = useLocation();
  const pageState: Partial<ReturnType<typeof withUnpaidOrder>> | null = state;
  return isShopId(pageState?.unpaidOrderId) ? pageState.unpaidOrderId : undefined;
}

/**
 * Makes the order's page the target of the browser's Back; call it before the payment page opens. The checkout has
 * nothing left to show, as its cart is empty.
 */
export const returnToOrder = (orderId: string): void =>
  window.history.replaceState(window.history.state, '', `/order?id=${encodeURIComponent(orderId)}`);
