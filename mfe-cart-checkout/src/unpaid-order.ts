import { useLocation } from 'react-router-dom';
import { isShopId } from './shop-id.ts';

/** What travels with a way to the cart: its lines left it for this order, which waits for its payment. */
export const withUnpaidOrder = (unpaidOrderId: string) => ({ unpaidOrderId });

/** The order that a shopper left unpaid a moment ago, where the page before told so. */
export function useUnpaidOrder(): string | undefined {
  const { state } = useLocation();
  const told: Partial<ReturnType<typeof withUnpaidOrder>> | null = state;
  return isShopId(told?.unpaidOrderId) ? told.unpaidOrderId : undefined;
}
